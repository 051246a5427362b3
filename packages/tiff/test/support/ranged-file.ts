import type { RangedFile } from '../../src/index.ts';
import type { ByteRange } from './readers.ts';

/** A file that is read by ranges, and notes which. A range that does not lie in it is a mistake of ours. */
export function rangedFile(bytes: Uint8Array): RangedFile & { requests: ByteRange[]; octets: () => number } {
  const requests: ByteRange[] = [];
  return {
    length: bytes.length,
    requests,
    octets: () => requests.reduce((sum, { length }) => sum + length, 0),
    read(start, length) {
      if (!(start >= 0 && length > 0 && start + length <= bytes.length)) {
        throw new RangeError(`${length} octets from ${start} were asked of ${bytes.length}`);
      }
      requests.push({ start, length });
      return Promise.resolve(Uint8Array.from(bytes.subarray(start, start + length)));
    },
  };
}
