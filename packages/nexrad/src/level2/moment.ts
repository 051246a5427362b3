import type { Budget } from '../budget.ts';
import { NexradError } from '../error.ts';
import { statisticsOf, type Statistics } from '../statistics.ts';
import { momentUnits, type GateLayout, type MomentName, type Radial, type RadialMoment } from './radial.ts';

/** Codes that are not measurements. */
export const belowThreshold = 0;
export const rangeFolded = 1;

/**
 * One moment of a sweep: `packed[radial * gates + gate]`, radials in the order of the sweep. Code 0 is below threshold,
 * 1 is range folded, any other is (code - offset) / scale in `units`.
 */
export interface Moment extends GateLayout {
  name: MomentName;
  units: string;
  packed: Uint8Array | Uint16Array;
}

/**
 * Collects the gates of all radials in one array. Radials without the moment, or with fewer gates, are padded with
 * "below threshold".
 *
 * @param budget limit of the gates' total size
 * @throws {NexradError} `damaged` if radials differ in gate layout or coding; `too-large`
 */
export function gatherMoment(name: MomentName, radials: Radial[], budget: Budget): Moment {
  const parts = radials.map(({ moments }) => moments.find((moment) => moment.name === name));
  const first = parts.find((part) => part !== undefined) as RadialMoment;
  const { firstGateM, gateM, wordBits, scale, offset } = first;
  let gates = 0;
  for (const part of parts) {
    if (part === undefined) continue;
    if (!isAlike(part, first)) throw new NexradError('damaged', `${name} changes its gates or codes within a sweep`);
    gates = Math.max(gates, part.gates);
  }
  budget.take((parts.length * gates * wordBits) / 8);
  const layout = { gates, firstGateM, gateM, wordBits, scale, offset };
  const packed = wordBits === 8 ? gather8(parts, gates) : gather16(parts, gates);
  return { name, units: momentUnits[name], ...layout, packed };
}

const layoutKeys = ['firstGateM', 'gateM', 'wordBits', 'scale', 'offset'] as const;

function isAlike(one: GateLayout, other: GateLayout): boolean {
  return layoutKeys.every((key) => Object.is(one[key], other[key]));
}

function gather8(parts: (RadialMoment | undefined)[], gates: number): Uint8Array {
  const packed = new Uint8Array(parts.length * gates);
  parts.forEach((part, radial) => part && packed.set(part.codes, radial * gates));
  return packed;
}

function gather16(parts: (RadialMoment | undefined)[], gates: number): Uint16Array {
  const packed = new Uint16Array(parts.length * gates);
  parts.forEach((part, radial) => part && readBigEndian(part.codes, packed, radial * gates));
  return packed;
}

function readBigEndian(codes: Uint8Array, into: Uint16Array, start: number): void {
  const count = codes.length >> 1;
  for (let i = 0; i < count; i++) into[start + i] = (codes[2 * i] << 8) | codes[2 * i + 1];
}

/** The value of a gate in the moment's units; null if below threshold, range folded, or out of range. */
export function valueAt(moment: Moment, radial: number, gate: number): number | null {
  if (gate < 0 || gate >= moment.gates) return null;
  const code = moment.packed[radial * moment.gates + gate];
  return code === undefined || code <= rangeFolded ? null : (code - moment.offset) / moment.scale;
}

/** Statistics of a moment; `missing` counts gates below threshold or range folded. */
export function momentStatistics({ packed, scale, offset }: Moment): Statistics {
  return statisticsOf(packed, (code) => (code <= rangeFolded ? null : (code - offset) / scale));
}
