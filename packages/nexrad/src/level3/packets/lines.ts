import type { Octets } from '../../octets.ts';
import type { LinesPacket, TextPacket } from './packet.ts';

const pointBytes = 4;

/**
 * Reads lines through points (linked) or pairs of points: packets 6, 7, 9 and 10.
 *
 * @param start offset of the points
 * @param end   end of the packet
 * @see ICD 2620001, RPG/Class 1 User, figures 3-7 and 3-8, Vector Packets
 */
export function readLines(data: Octets, start: number, end: number, isLinked: boolean): Float32Array[] {
  const points = Math.max(0, Math.floor((end - start) / pointBytes));
  const coordinates = Float32Array.from({ length: points * 2 }, (_, i) => data.s16(start + 2 * i) / 4);
  if (isLinked) return points > 1 ? [coordinates] : [];
  return Array.from({ length: Math.floor(points / 2) }, (_, i) => coordinates.subarray(4 * i, 4 * i + 4));
}

/**
 * Reads packet 0E03: a linked contour with an initial flag, a start point and its length in bytes.
 *
 * @see ICD 2620001, RPG/Class 1 User, figure 3-8b, Linked Contour Vector Packet
 */
export function readLinkedContour(data: Octets, at: number, layer: number): { packet: LinesPacket; length: number } {
  const bytes = data.u16(at + 8);
  const points = Math.floor(bytes / pointBytes);
  data.slice(at + 10, bytes);
  const line = new Float32Array(2 * (points + 1));
  for (let i = 0; i < 2; i++) line[i] = data.s16(at + 4 + 2 * i) / 4;
  for (let i = 0; i < 2 * points; i++) line[2 + i] = data.s16(at + 10 + 2 * i) / 4;
  return { packet: { kind: 'lines', code: data.u16(at), layer, lines: [line] }, length: 10 + bytes };
}

/** Reads packet 3501: unlinked contour pieces. */
export function readUnlinkedContour(data: Octets, at: number, layer: number): { packet: LinesPacket; length: number } {
  const bytes = data.u16(at + 2);
  data.slice(at + 4, bytes);
  const lines = readLines(data, at + 4, at + 4 + bytes, false);
  return { packet: { kind: 'lines', code: data.u16(at), layer, lines }, length: 4 + bytes };
}

/** Reads packets 1, 2 and 8: text or symbols at a place. Packet 8 starts with a colour level. */
export function readText(data: Octets, at: number, bytes: number, layer: number, hasLevel: boolean): TextPacket {
  const place = at + 4 + (hasLevel ? 2 : 0);
  const text = data.text(place + 4, Math.max(0, at + 4 + bytes - place - 4));
  return {
    kind: 'text',
    code: data.u16(at),
    layer,
    eastKm: data.s16(place) / 4,
    northKm: data.s16(place + 2) / 4,
    text,
  };
}
