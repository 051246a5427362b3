import { Bunzip2, isBzip2 } from '../bzip2/bunzip2.ts';
import { NexradError } from '../error.ts';
import { limits } from '../limits.ts';
import { volumeHeaderBytes } from './header.ts';

/** Blocks of messages, unpacked one at a time on demand. */
export type Records = Iterable<Uint8Array>;

/**
 * Splits a volume into its records. Since 2016 each is a bzip2 stream after a length of four bytes, negative on the
 * last. Before, messages follow the header directly (and the whole file is gzipped), or the records are not compressed.
 *
 * @param volume the whole file with its header, or real-time chunks end to end; it may end after any record
 * @param start  offset of the first record
 * @throws {NexradError} `too-large`, and on iteration also `truncated` and `damaged`
 * @see ICD 2620010, Archive II/User, 7.3.4 LDM Compressed Record
 */
export function recordsOf(volume: Uint8Array, start = volumeHeaderBytes): Records {
  const isPacked = isBzip2(volume, start + 4);
  const most = isPacked ? limits.packedBytes : limits.unpackedBytes;
  if (volume.length > most) {
    throw new NexradError('too-large', `the volume has ${volume.length} bytes, at most ${most} are read`);
  }
  return isPacked ? unpacked(volume, start) : [volume.subarray(start)];
}

function* unpacked(volume: Uint8Array, first: number): Generator<Uint8Array> {
  const view = new DataView(volume.buffer, volume.byteOffset, volume.length);
  const bunzip2 = new Bunzip2();
  let left = limits.unpackedBytes;
  let at = first;
  while (at + 4 <= volume.length) {
    const length = Math.abs(view.getInt32(at));
    const start = at + 4;
    if (length === 0) return; // padding at the end
    if (length > volume.length - start) {
      throw new NexradError(
        'truncated',
        `the record at byte ${at} has ${length} bytes, ${volume.length - start} are left`,
      );
    }
    const record = bunzip2.unpack(volume.subarray(start, start + length), limits.recordBytes);
    left -= record.length;
    if (left < 0) {
      throw new NexradError('too-large', `the records unpack to more than ${limits.unpackedBytes} bytes`);
    }
    at = start + length;
    yield record;
  }
}

/**
 * Whether a volume ends with its last record. A volume that is still being written does not. Volumes without compressed
 * records count as complete, since their records have no lengths.
 */
export function endsWhole(volume: Uint8Array): boolean {
  if (!isBzip2(volume, volumeHeaderBytes + 4)) return true;
  const view = new DataView(volume.buffer, volume.byteOffset, volume.length);
  let at = volumeHeaderBytes;
  while (at + 4 <= volume.length) {
    const length = Math.abs(view.getInt32(at));
    if (length === 0) return true; // padding at the end
    at += 4 + length;
  }
  return at === volume.length;
}
