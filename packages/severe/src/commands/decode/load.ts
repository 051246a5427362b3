import { readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { bunzip2, isBzip2, limits } from '@severe/nexrad';
import { Refusal } from './report.ts';

/** Maximum size of a file in bytes, both compressed and uncompressed. */
const maxBytes = 256 * 1024 ** 2;

const maxInflationRatio = 1032; // maximum of deflate

/**
 * The bytes of a file; gzip and bzip2 are detected by content and decompressed.
 *
 * @throws {Refusal} if it is not a file, too large, or its compressed data is damaged or truncated
 */
export function loadFile(path: string): Uint8Array {
  const size = sizeOfFile(path);
  if (size > maxBytes) throw new Refusal(`the file has ${size} bytes; at most ${maxBytes} are read`);
  const bytes = readFileSync(path);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzip(bytes);
  return isBzip2(bytes) ? unpackBzip2(bytes) : bytes;
}

/** A lower limit than for gzip, because bzip2 takes ten times as long. */
function unpackBzip2(bytes: Buffer): Uint8Array {
  const most = limits.packedBytes;
  if (bytes.length > most) throw new Refusal(`the file has ${bytes.length} bytes of bzip2; at most ${most} are read`);
  try {
    return bunzip2(bytes, most);
  } catch (cause) {
    throw new Refusal(`its bzip2 data cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function gunzip(bytes: Buffer): Uint8Array {
  // The last four bytes contain the uncompressed size. A buffer of that size saves a copy.
  const storedSize = bytes.length >= 18 ? bytes.readUInt32LE(bytes.length - 4) : 0;
  const plausible = storedSize <= maxBytes && storedSize <= bytes.length * maxInflationRatio;
  try {
    return gunzipSync(bytes, {
      maxOutputLength: maxBytes,
      chunkSize: plausible ? Math.max(storedSize + 1, 1024) : 1 << 20,
    });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const problem = code === 'ERR_BUFFER_TOO_LARGE' ? `it unpacks to more than ${maxBytes} bytes` : message;
    throw new Refusal(`its gzip data cannot be read: ${problem}`, { cause });
  }
}

/** The size of a file in bytes. @throws {Refusal} if it is not a file */
export function sizeOfFile(path: string): number {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) throw new Refusal('the file does not exist');
  if (!status.isFile()) throw new Refusal('this is not a file');
  return status.size;
}
