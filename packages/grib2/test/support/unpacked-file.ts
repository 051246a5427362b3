import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The contents of a real file, which may be compressed with gzip or xz; for the latter its program is needed. */
export function unpackedFile(path: string): Uint8Array {
  const bytes = readFileSync(path);
  if (path.endsWith('.xz')) return execFileSync('xz', ['-dc', path], { maxBuffer: 1 << 28 });
  return bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
}
