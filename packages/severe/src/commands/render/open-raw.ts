import { open, type FileHandle } from 'node:fs/promises';
import { DataError } from '@severe/base';
import { formatOf, type Raw } from '@severe/raster-worker/read';
import { sizeOfFile } from '../decode/load.ts';

/** An open file; the caller closes it after reading. */
export interface OpenRaw {
  raw: Raw;
  close: () => Promise<void>;
}

/**
 * Opens a provider's file. A GeoTIFF is read in ranges, as from an object store; any other file is read whole.
 *
 * @throws {Refusal} if it is not a file
 */
export async function openRaw(path: string): Promise<OpenRaw> {
  const size = sizeOfFile(path);
  const file = await open(path);
  try {
    const raw =
      formatOf(await range(file, 0, Math.min(4, size))) === 'geotiff' ? inRanges(file, size) : await file.readFile();
    return { raw, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

function inRanges(file: FileHandle, length: number): Raw {
  return { length, read: (start, wanted) => range(file, start, wanted) };
}

/** Octets of a file. @throws {DataError} if the file was truncated after it was opened */
async function range(file: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const octets = Buffer.alloc(length);
  for (let filled = 0; filled < length;) {
    const { bytesRead } = await file.read(octets, filled, length - filled, start + filled);
    if (bytesRead === 0) {
      throw new DataError('truncated', `the file ends at byte ${start + filled}; ${start + length} bytes are needed`);
    }
    filled += bytesRead;
  }
  return octets;
}
