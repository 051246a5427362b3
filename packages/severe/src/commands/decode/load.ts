import { readFileSync, statSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Refusal } from './report.ts';

/** Bytes of a file, packed and unpacked. */
const MOST = 256 * 1024 ** 2;

const MOST_INFLATED = 1032; // deflate cannot grow more than this

/**
 * The bytes of a file, unpacked where it is gzipped, whatever its name says.
 *
 * @throws {Refusal} when it is no file, too large, or its gzip wrapping is damaged or cut short
 */
export function loadFile(path: string): Uint8Array {
  const status = statSync(path, { throwIfNoEntry: false });
  if (!status) throw new Refusal('there is no such file');
  if (!status.isFile()) throw new Refusal('this is not a file');
  if (status.size > MOST) throw new Refusal(`the file has ${status.size} bytes; at most ${MOST} are read`);
  const bytes = readFileSync(path);
  return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzip(bytes) : bytes;
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
