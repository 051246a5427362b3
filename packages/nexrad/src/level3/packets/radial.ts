import { NexradError } from '../../error.ts';
import { limits } from '../../limits.ts';
import type { Octets } from '../../octets.ts';
import type { RadialPacket } from './packet.ts';
import { expandNibbles } from './run-length.ts';

const headBytes = 14;
const radialHeadBytes = 6;

/** A packet and its length in bytes. */
export interface Read<P> {
  packet: P;
  length: number;
}

type Expand = (bytes: Uint8Array, into: Uint8Array, start: number, end: number) => void;

/**
 * Reads packet AF1F: sixteen levels, run-length coded.
 *
 * @param layer index of the layer
 * @throws {NexradError} `truncated`, `too-large`
 * @see ICD 2620001, RPG/Class 1 User, figure 3-10, Radial Data Packet
 */
export function readRunRadials(data: Octets, at: number, layer: number): Read<RadialPacket> {
  return readRadials(data, at, layer, 2, expandNibbles);
}

/**
 * Reads packet 16: one byte per gate.
 *
 * @see ICD 2620001, RPG/Class 1 User, figure 3-11c, Digital Radial Data Array Packet
 */
export function readDigitalRadials(data: Octets, at: number, layer: number): Read<RadialPacket> {
  return readRadials(data, at, layer, 1, copyCodes);
}

function copyCodes(codes: Uint8Array, into: Uint8Array, start: number): void {
  into.set(codes, start);
}

/** @param unit bytes per unit of a radial's length */
function readRadials(data: Octets, at: number, layer: number, unit: number, expand: Expand): Read<RadialPacket> {
  const radials = data.u16(at + 12);
  const gates = Math.max(data.u16(at + 4), unit === 1 ? longest(data, at, radials) : 0);
  if (radials > limits.radials || gates > limits.gates) {
    const most = `at most ${limits.radials} of ${limits.gates} are read`;
    throw new NexradError('too-large', `a packet has ${radials} radials of ${gates} gates, ${most}`);
  }
  // Check before allocating gates: every radial has at least its head
  data.slice(at, headBytes + radials * radialHeadBytes);
  const packed = new Uint8Array(radials * gates);
  const startsDeg = new Float32Array(radials);
  const widthsDeg = new Float32Array(radials);
  let next = at + headBytes;
  for (let radial = 0; radial < radials; radial++) {
    const bytes = data.u16(next) * unit;
    startsDeg[radial] = data.u16(next + 2) / 10;
    widthsDeg[radial] = data.u16(next + 4) / 10;
    const coded = data.slice(next + radialHeadBytes, bytes);
    expand(coded, packed, radial * gates, (radial + 1) * gates);
    next += radialHeadBytes + bytes;
  }
  const head = { kind: 'radial' as const, code: data.u16(at), layer };
  const packet = { ...head, radials, gates, firstGate: data.s16(at + 2), startsDeg, widthsDeg, packed };
  return { packet, length: next - at };
}

/**
 * Length of the longest radial, bytes. Some radars count 421 gates and store 422, an even number; the stored length is
 * used, so that no gate is lost.
 */
function longest(data: Octets, at: number, radials: number): number {
  let most = 0;
  let next = at + headBytes;
  for (let radial = 0; radial < radials; radial++) {
    const bytes = data.u16(next);
    most = Math.max(most, bytes);
    next += radialHeadBytes + bytes;
  }
  return most;
}
