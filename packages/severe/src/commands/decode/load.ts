import { readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { bunzip2, isBzip2, limits } from '@severe/nexrad';
import { Refusal } from './report.ts';

/** Bytes of a file, packed and unpacked. */
const MOST = 256 * 1024 ** 2;

const MOST_INFLATED = 1032; // deflate cannot grow more than this

/**
 * The bytes of a file, unpacked where it was packed by gzip or bzip2, whatever its name says.
 *
 * @throws {Refusal} when it is no file, too large, or its wrapping is damaged or cut short
 */
export function loadFile(path: string): Uint8Array {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) throw new Refusal('there is no such file');
  if (!status.isFile()) throw new Refusal('this is not a file');
  if (status.size > MOST) throw new Refusal(`the file has ${status.size} bytes; at most ${MOST} are read`);
  const bytes = readFileSync(path);
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return gunzip(bytes);
  return isBzip2(bytes) ? unpackBzip2(bytes) : bytes;
}

/** Less of it than of gzip: it takes ten times as long. */
function unpackBzip2(bytes: Buffer): Uint8Array {
  const most = limits.packedBytes;
  if (bytes.length > most) throw new Refusal(`the file has ${bytes.length} bytes of bzip2; at most ${most} are read`);
  try {
    return bunzip2(bytes, most);
  } catch (cause) {
    throw new Refusal(`its bzip2 wrapping cannot be read: ${(cause as Error).message}`, { cause });
  }
}

function gunzip(bytes: Buffer): Uint8Array {
  // The last four bytes tell the unpacked size; believed, it saves a copy, and disbelieved, nothing is lost
  const told = bytes.length >= 18 ? bytes.readUInt32LE(bytes.length - 4) : 0;
  const plausible = told <= MOST && told <= bytes.length * MOST_INFLATED;
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST, chunkSize: plausible ? Math.max(told + 1, 1024) : 1 << 20 });
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const problem = code === 'ERR_BUFFER_TOO_LARGE' ? `it unpacks to more than ${MOST} bytes` : message;
    throw new Refusal(`its gzip wrapping cannot be read: ${problem}`, { cause });
  }
}
