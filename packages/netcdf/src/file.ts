import { DataError } from '@severe/base';
import { File, ready } from 'h5wasm';
import { textOf } from './attributes.ts';
import { libraryProblem } from './library-problem.ts';

/**
 * Opens a NetCDF-4 file for the duration of a call. The library has a single memory of its own, and cannot be interrupted.
 *
 * @throws {DataError} `netcdf-…` when the file cannot be opened, or the library fails while reading it
 */
export async function withFile<T>(bytes: Uint8Array, read: (file: File) => T): Promise<T> {
  const library = await ready;
  const { FS } = library;
  library.activate_throwing_error_handler(); // instead of printing errors
  const path = '/opened.nc'; // in the file system of the library
  FS.writeFile(path, bytes);
  try {
    const file = open(path);
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

function open(path: string): File {
  const file = new File(path, 'r');
  if (file.file_id < 0n) throw new DataError('netcdf-damaged', 'the HDF5 library cannot open it');
  return file;
}

/** The time in an attribute of the file; undefined if there is none. */
export function timeOf(file: File, attribute: string): Date | undefined {
  const at = new Date(textOf(file, attribute) ?? Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
