import type { Octets } from '../../octets.ts';
import type { Mark, MarksPacket } from './packet.ts';

type ReadFact = (data: Octets, at: number) => number | string;

const number: ReadFact = (data, at) => data.s16(at);
const km: ReadFact = (data, at) => data.s16(at) / 4;
const letters: ReadFact = (data, at) => data.text(at, 2);

/** Name of a kind of symbol, and its attributes, two bytes each; `before` of them precede the position. */
interface MarkKind {
  name: string;
  facts: [name: string, read: ReadFact][];
  before?: number;
}

const kind = (name: string, ...facts: MarkKind['facts']): MarkKind => ({ name, facts });

/**
 * Kinds of symbols by packet code.
 *
 * @see ICD 2620001, RPG/Class 1 User, figures 3-14 to 3-16, Special Graphic Symbol Packets
 */
export const markKinds: Record<number, MarkKind | undefined> = {
  3: kind('mesocyclone', ['radiusKm', km]),
  4: { ...kind('wind barb', ['level', number], ['fromDeg', number], ['speedKt', number]), before: 1 },
  5: kind('arrow', ['directionDeg', number], ['length', number], ['headLength', number]),
  11: kind('correlated shear', ['radiusKm', km]),
  12: kind('tornado vortex signature'),
  13: kind('positive hail'),
  14: kind('probable hail'),
  15: kind('storm cell', ['id', letters]),
  19: kind('hail', ['hailPercent', number], ['severeHailPercent', number], ['sizeIn', number]),
  20: kind('point feature', ['type', number], ['attribute', number]),
  25: kind('storm circle', ['radiusKm', km]),
  26: kind('elevated tornado vortex signature'),
};

const headBytes = 4; // code and length
const positionBytes = 4;
const attributeBytes = 2;

/** @param bytes length of the data after the packet's head */
export function readMarks(data: Octets, at: number, bytes: number, layer: number, kindOfMark: MarkKind): MarksPacket {
  const { name, facts, before = 0 } = kindOfMark;
  const size = positionBytes + attributeBytes * facts.length;
  const marks = Array.from({ length: Math.floor(bytes / size) }, (_, i): Mark => {
    const start = at + headBytes + i * size;
    const place = start + before * attributeBytes;
    const known = facts.map(([fact, read], j) => {
      const behind = j < before ? 0 : positionBytes;
      return [fact, read(data, start + j * attributeBytes + behind)];
    });
    return { eastKm: data.s16(place) / 4, northKm: data.s16(place + 2) / 4, ...Object.fromEntries(known) };
  });
  return { kind: 'marks', code: data.u16(at), layer, name, marks };
}
