import { dayAndMs } from '../time.ts';
import { Buffered, joined } from './buffer.ts';
import { bzip2, joinBlocks, packBlocks, type Block } from './bzip2/bzip2.ts';
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
  return fileOf(volume, records.map(bzip2));
}

/**
 * Packs a volume once, as `records`, for files of any times. The header, the metadata and the first radial of each sweep are
 * encoded for each file, so the times of the volume and of its sweeps are right; further radials have the times that they
 * have in the volume. So it is with the place, where the volume stands for one of another radar.
 *
 * @returns the file of a volume that begins at a time
 */
export function packVolume(
  volume: VolumeToWrite,
): (startedAt: Date, number: number, place?: Pick<VolumeToWrite, 'station' | 'site'>) => Uint8Array {
  const records = volume.sweeps.flatMap((_, index) =>
    firstRadials(volume, index).map((first): { packed: Uint8Array } | { index: number; blocks: Block[] } => {
      const isFirst = first === 0;
      const blocks = packBlocks(encodeRadials(volume, index, isFirst ? 1 : first, first + radialsPerRecord));
      return isFirst ? { index, blocks } : { packed: joinBlocks(blocks) };
    }),
  );
  return (startedAt, number, place) => {
    const dated = { ...datedVolume(volume, startedAt, number), ...place };
    const packed = records.map((record) =>
      'packed' in record
        ? record.packed
        : joinBlocks([...packBlocks(encodeRadials(dated, record.index, 0, 1)), ...record.blocks]),
    );
    return fileOf(dated, [bzip2(encodeMetadata(dated)), ...packed]);
  };
}

function datedVolume(volume: VolumeToWrite, startedAt: Date, number: number): VolumeToWrite {
  const later = startedAt.getTime() - volume.startedAt.getTime();
  const sweeps = volume.sweeps.map((sweep) => ({ ...sweep, startedAt: new Date(sweep.startedAt.getTime() + later) }));
  return { ...volume, startedAt, number, sweeps };
}

function encodeHeader({ number, startedAt, station }: VolumeToWrite): Uint8Array {
  const { day, ms } = dayAndMs(startedAt);
  const name = `AR2V0006.${String(number).padStart(3, '0')}`;
  return new Buffered(24).text(name).u32(day, ms).text(station).bytes;
}

/** A file of packed records, each after its length. The length of the last one is negative. */
function fileOf(volume: VolumeToWrite, packed: Uint8Array[]): Uint8Array {
  const last = packed.length - 1;
  const parts = packed.flatMap((record, i) => {
    const length = (i === last ? -record.length : record.length) >>> 0;
    return [new Buffered(4).u32(length).bytes, record];
  });
  return joined([encodeHeader(volume), ...parts]);
}

function encodeMetadata(volume: VolumeToWrite): Uint8Array {
  const messages: Encoded[] = [encodePattern(volume), encodeStatus(volume)];
  return joined(messages.map((message) => encodeMessage(message, volume.startedAt, 1)));
}

function encodeSweep(volume: VolumeToWrite, index: number): Uint8Array[] {
  return firstRadials(volume, index).map((first) => encodeRadials(volume, index, first, first + radialsPerRecord));
}

/** The first radial of each record of a sweep. */
function firstRadials({ sweeps }: VolumeToWrite, index: number): number[] {
  const count = Math.ceil(sweeps[index].azimuthsDeg.length / radialsPerRecord);
  return Array.from({ length: count }, (_, i) => i * radialsPerRecord);
}

/** The messages of the radials of a sweep from a first one up to but not including `end`. */
function encodeRadials(volume: VolumeToWrite, index: number, first: number, end: number): Uint8Array {
  const { azimuthsDeg, startedAt, seconds } = volume.sweeps[index];
  const count = azimuthsDeg.length;
  const messages: Uint8Array[] = [];
  for (let radial = first; radial < Math.min(end, count); radial++) {
    const at = new Date(startedAt.getTime() + Math.round((seconds * 1000 * radial) / count));
    messages.push(encodeMessage({ type: 31, body: encodeRadial(volume, index, radial, at) }, at, radial + 1));
  }
  return joined(messages);
}
