import { NexradError } from '../error.ts';
import { limits } from '../limits.ts';
import type { Octets } from '../octets.ts';
import { momentOf } from '../time.ts';
import { momentNames, statusOf, type MomentName, type Radial, type RadialFacts, type RadialMoment } from './radial.ts';

const maxBlocks = 10;
const pointersAt = 32; // offset of the pointers to the data blocks

/**
 * Reads a radial of message 31, in use since 2008: a header with pointers to data blocks.
 *
 * @throws {NexradError} `truncated`, `damaged`, `too-large`, or `unsupported` if the body is compressed
 * @see ICD 2620002, RDA/RPG, table XVII, Digital Radar Data Generic Format (Message Type 31)
 */
export function readMessage31(body: Octets): Radial {
  const compression = body.u8(16);
  if (compression !== 0) {
    throw new NexradError('unsupported', `a radial is compressed by method ${compression}, only 0 is in use`);
  }
  const about: RadialFacts = { station: body.text(0, 4), azimuthStepDeg: body.u8(20) === 1 ? 0.5 : 1 };
  const moments: RadialMoment[] = [];
  for (const pointer of pointersOf(body)) {
    const name = body.text(pointer + 1, 3);
    const read = blockReaders[name];
    if (read) Object.assign(about, read(body, pointer));
    else if (isMoment(name)) moments.push(readMoment(body, pointer, name));
  }
  return {
    at: momentOf(body.u16(8), body.u32(4)),
    azimuthDeg: body.f32(12),
    elevationDeg: body.f32(24),
    elevationNumber: body.u8(22),
    status: statusOf(body.u8(21)),
    moments,
    about,
  };
}

function pointersOf(body: Octets): number[] {
  const count = body.u16(30);
  if (count > maxBlocks) {
    throw new NexradError('damaged', `a radial has ${count} data blocks, at most ${maxBlocks} are defined`);
  }
  // A pointer of 0 means an absent block
  return Array.from({ length: count }, (_, i) => body.u32(pointersAt + 4 * i)).filter((pointer) => pointer !== 0);
}

const blockReaders: Record<string, ((body: Octets, at: number) => RadialFacts) | undefined> = {
  VOL: (body, at) => ({
    site: { lat: body.f32(at + 8), lon: body.f32(at + 12), elevationM: body.s16(at + 16), towerM: body.u16(at + 18) },
    vcp: body.u16(at + 40),
  }),
  RAD: (body, at) => ({ unambiguousRangeM: body.u16(at + 6) * 100, nyquistMps: body.u16(at + 16) / 100 }),
};

function isMoment(name: string): name is MomentName {
  return (momentNames as readonly string[]).includes(name.trim());
}

/** Reads a data moment block: 28 bytes, then the gates. */
function readMoment(body: Octets, at: number, name: MomentName): RadialMoment {
  const gates = body.u16(at + 8);
  const wordBits = body.u8(at + 19);
  if (gates > limits.gates) {
    throw new NexradError('too-large', `${name} has ${gates} gates, at most ${limits.gates} are read`);
  }
  if (wordBits !== 8 && wordBits !== 16) {
    throw new NexradError('damaged', `${name} has words of ${wordBits} bits, 8 or 16 are defined`);
  }
  const scale = body.f32(at + 20);
  const offset = body.f32(at + 24);
  return {
    name: name.trim() as MomentName,
    gates,
    firstGateM: body.s16(at + 10),
    gateM: body.u16(at + 12),
    wordBits,
    ...(scale === 0 ? { scale: 1, offset: 0 } : { scale, offset }), // a scale of 0 means that the codes are the values
    codes: body.slice(at + 28, (gates * wordBits) / 8),
  };
}
