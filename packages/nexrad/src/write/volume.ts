import { dayAndMs } from '../time.ts';
import { Buffered, joined } from './buffer.ts';
import { bzip2 } from './bzip2/bzip2.ts';
import { encodeRadial } from './message31.ts';
import { encodePattern, encodeStatus } from './metadata.ts';
import { encodeMessage, type Encoded } from './message.ts';
import type { VolumeToWrite } from './to-write.ts';

/**
 * Layout of messages: `records`, bzip2 streams after a length of four bytes, as since 2016; `plain`, uncompressed
 * messages as before, which the sender gzips (several times faster to encode).
 */
export type Packing = 'records' | 'plain';

const radialsPerRecord = 120;

/**
 * Encodes an Archive II volume of message 31, as `readVolume` reads it.
 *
 * @see ICD 2620010, Archive II/User; ICD 2620002, RDA/RPG
 */
export function encodeVolume(volume: VolumeToWrite, packing: Packing): Uint8Array {
  const records = [encodeMetadata(volume), ...volume.sweeps.flatMap((_, index) => encodeSweep(volume, index))];
  if (packing === 'plain') return joined([encodeHeader(volume), ...records]);
  const last = records.length - 1;
  return joined([encodeHeader(volume), ...records.flatMap((record, i) => encodeRecord(record, i === last))]);
}

/**
 * A volume of `records` with other times, without packing most of it again: the header, the metadata and the first record of
 * each sweep are those of the volume, the further records those of the file. So the times of the volume and of its sweeps
 * are right; radials of further records have the times that they had.
 *
 * @param file of the same volume with its times before
 */
export function withVolumeTimes(file: Uint8Array, volume: VolumeToWrite): Uint8Array {
  const before = recordsOf(file);
  const firsts = new Map<number, () => Uint8Array>([[0, () => encodeMetadata(volume)]]);
  let next = 1;
  volume.sweeps.forEach(({ azimuthsDeg }, index) => {
    firsts.set(next, () => encodeRadials(volume, index, 0));
    next += Math.ceil(azimuthsDeg.length / radialsPerRecord);
  });
  const last = before.length - 1;
  const records = before.flatMap((record, i) => {
    const encode = firsts.get(i);
    return encode ? encodeRecord(encode(), i === last) : [record];
  });
  return joined([encodeHeader(volume), ...records]);
}

const headerBytes = 24;

/** The packed records of a file, each with its length. */
function recordsOf(file: Uint8Array): Uint8Array[] {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const records: Uint8Array[] = [];
  for (let at = headerBytes; at < file.length;) {
    const end = at + 4 + Math.abs(view.getInt32(at));
    records.push(file.subarray(at, end));
    at = end;
  }
  return records;
}

function encodeHeader({ number, startedAt, station }: VolumeToWrite): Uint8Array {
  const { day, ms } = dayAndMs(startedAt);
  const name = `AR2V0006.${String(number).padStart(3, '0')}`;
  return new Buffered(headerBytes).text(name).u32(day, ms).text(station).bytes;
}

/** The last record has a negative length. */
function encodeRecord(record: Uint8Array, isLast: boolean): Uint8Array[] {
  const packed = bzip2(record);
  return [new Buffered(4).u32((isLast ? -packed.length : packed.length) >>> 0).bytes, packed];
}

function encodeMetadata(volume: VolumeToWrite): Uint8Array {
  const messages: Encoded[] = [encodePattern(volume), encodeStatus(volume)];
  return joined(messages.map((message) => encodeMessage(message, volume.startedAt, 1)));
}

function encodeSweep(volume: VolumeToWrite, index: number): Uint8Array[] {
  const count = volume.sweeps[index].azimuthsDeg.length;
  return Array.from({ length: Math.ceil(count / radialsPerRecord) }, (_, i) =>
    encodeRadials(volume, index, i * radialsPerRecord),
  );
}

/** The messages of a record: the radials of a sweep from a first one on. */
function encodeRadials(volume: VolumeToWrite, index: number, first: number): Uint8Array {
  const { azimuthsDeg, startedAt, seconds } = volume.sweeps[index];
  const count = azimuthsDeg.length;
  const messages: Uint8Array[] = [];
  for (let radial = first; radial < Math.min(first + radialsPerRecord, count); radial++) {
    const at = new Date(startedAt.getTime() + Math.round((seconds * 1000 * radial) / count));
    messages.push(encodeMessage({ type: 31, body: encodeRadial(volume, index, radial, at) }, at, radial + 1));
  }
  return joined(messages);
}
