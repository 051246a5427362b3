import { dayAndMs } from '../time.ts';
import { Buffered, joined } from './buffer.ts';
import type { MomentToWrite, SweepToWrite, VolumeToWrite } from './to-write.ts';

const headBytes = 72; // with ten pointers
const momentHeadBytes = 28;

/**
 * The body of message 31 for one radial.
 *
 * @see ICD 2620002, RDA/RPG, table XVII, Digital Radar Data Generic Format
 */
export function encodeRadial(volume: VolumeToWrite, index: number, radial: number, at: Date): Uint8Array {
  const sweep = volume.sweeps[index];
  const blocks = [
    encodeVolumeBlock(volume),
    new Buffered(12).text('RELV').u16(12).u16(0).f32(0).bytes,
    encodeRadialBlock(sweep),
    ...sweep.moments.map((moment) => encodeMoment(moment, radial)),
  ];
  const { day, ms } = dayAndMs(at);
  const length = blocks.reduce((sum, block) => sum + block.length, headBytes);
  const head = new Buffered(headBytes)
    .text(volume.station)
    .u32(ms)
    .u16(day, radial + 1);
  head.f32(sweep.azimuthsDeg[radial]).u8(0).u8(0).u16(length);
  head.u8(sweep.azimuthStepDeg === 0.5 ? 1 : 2).u8(statusOf(volume, index, radial));
  head
    .u8(index + 1)
    .u8(1)
    .f32(sweep.elevationDeg)
    .u8(0)
    .u8(0)
    .u16(blocks.length);
  let next = headBytes;
  for (const block of blocks) {
    head.u32(next);
    next += block.length;
  }
  return joined([head.bytes, ...blocks]);
}

/** Radial status: 3 and 4 at the ends of the volume, 0 and 2 at those of a cut, 1 within. */
function statusOf({ sweeps }: VolumeToWrite, index: number, radial: number): number {
  const isLastRadial = radial === sweeps[index].azimuthsDeg.length - 1;
  if (radial === 0) return index === 0 ? 3 : 0;
  if (isLastRadial) return index === sweeps.length - 1 ? 4 : 2;
  return 1;
}

function encodeVolumeBlock({ site, vcp }: VolumeToWrite): Uint8Array {
  const block = new Buffered(44).text('RVOL').u16(44).u8(1).u8(0);
  block.f32(site.lat, site.lon).u16(site.elevationM & 0xffff, site.towerM);
  return block.skip(20).u16(vcp).u16(0).bytes;
}

function encodeRadialBlock({ nyquistMps, unambiguousRangeM }: SweepToWrite): Uint8Array {
  const block = new Buffered(28).text('RRAD').u16(28, unambiguousRangeM / 100);
  return block.skip(8).u16(Math.round(nyquistMps * 100)).bytes;
}

/** Encodes a data moment block: 28 bytes, then the gates, padded to an even length. */
function encodeMoment(moment: MomentToWrite, radial: number): Uint8Array {
  const { name, gates, firstGateM, gateM, wordBits, scale, offset, packed } = moment;
  const codes = (gates * wordBits) / 8;
  const block = new Buffered(momentHeadBytes + codes + (codes & 1)).text(`D${name.padEnd(3)}`).skip(4);
  block
    .u16(gates, firstGateM & 0xffff, gateM)
    .skip(4)
    .u8(0)
    .u8(wordBits)
    .f32(scale, offset);
  const own = packed.subarray(radial * gates, (radial + 1) * gates);
  return (wordBits === 8 ? block.put(own as Uint8Array) : block.u16(...own)).bytes;
}
