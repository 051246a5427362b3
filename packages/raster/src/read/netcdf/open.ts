import { DataError } from '@severe/base';
import { File, ready } from 'h5wasm';
import { textOf } from './attributes.ts';
import { libraryProblem } from './library-problem.ts';

/**
 * Opens a NetCDF-4 file for the time of a call. The library works in one memory of its own and cannot be interrupted.
 *
 * @throws {DataError} `netcdf-…` when the file cannot be opened, or the library fails in it
 */
export async function withFile<T>(bytes: Uint8Array, read: (file: File) => T): Promise<T> {
  const library = await ready;
  const { FS } = library;
  library.activate_throwing_error_handler(); // instead of printing what goes wrong
  const path = '/opened.nc'; // in the memory of the decoder
  FS.writeFile(path, bytes);
  try {
    const file = opened(path);
    const result = read(file);
    file.close();
    return result;
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw new DataError('netcdf-damaged', `the HDF5 library cannot read it: ${libraryProblem(error)}`, {
      cause: error,
    });
  } finally {
    FS.unlink(path);
  }
}

function opened(path: string): File {
  const file = new File(path, 'r');
  if (file.file_id < 0n) throw new DataError('netcdf-damaged', 'the HDF5 library cannot open it');
  return file;
}

/** The moment that an attribute of the file names; undefined where it names none. */
export function timeOf(file: File, attribute: string): Date | undefined {
  const at = new Date(textOf(file, attribute) ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
