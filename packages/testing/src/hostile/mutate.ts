import { gzipSync } from 'node:zlib';
import type { Dice } from './dice.ts';

/** Mutates a copy of a file; `other` is another file of its format. */
type Mutation = (bytes: Buffer, dice: Dice, other: Uint8Array) => Uint8Array;

const wildOctets = [0, 1, 0x7f, 0x80, 0xfe, 0xff];
const wildNumbers = [0, 1, 2, 0x7f, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff];
const head = 300; // bytes that hold most of the numbers that sizes derive from

/** A position in the file: with equal probability in its head or anywhere. */
const placeIn = ({ length }: Uint8Array, dice: Dice): number =>
  dice.below(dice.once(2) ? length : Math.min(length, head));

/** A range of the file: mostly short. */
function rangeIn(bytes: Uint8Array, dice: Dice): [from: number, to: number] {
  const from = placeIn(bytes, dice);
  const most = dice.once(4) ? bytes.length - from : Math.min(bytes.length - from, 64);
  return [from, from + 1 + dice.below(most)];
}

/** Numbers that are wrong as a length, an offset or a count: extremes, and numbers near the correct ones. */
function wildNumber(bytes: Uint8Array, dice: Dice): number {
  if (dice.once(3)) return Math.max(0, bytes.length + dice.below(33) - 16);
  return dice.once(3) ? dice.below(bytes.length) : dice.oneOf(wildNumbers);
}

/** Mutations by name. */
const mutations: Record<string, Mutation> = {
  'bits flipped': (bytes, dice) => {
    for (let times = 1 + dice.below(8); times > 0; times--) bytes[placeIn(bytes, dice)] ^= 1 << dice.below(8);
    return bytes;
  },
  'bytes replaced': (bytes, dice) => {
    for (let times = 1 + dice.below(4); times > 0; times--) {
      bytes[placeIn(bytes, dice)] = dice.once(2) ? dice.oneOf(wildOctets) : dice.below(256);
    }
    return bytes;
  },
  'a number replaced': (bytes, dice) => {
    const octets = dice.oneOf([2, 4, 4, 8]);
    const at = Math.min(placeIn(bytes, dice) & ~(octets === 2 ? 1 : 0), bytes.length - octets);
    if (at < 0) return bytes;
    const value = BigInt.asUintN(8 * octets, BigInt(wildNumber(bytes, dice)));
    const number = Buffer.alloc(8);
    number.writeBigUInt64BE(value);
    const bigEndian = number.subarray(8 - octets);
    bytes.set(dice.once(2) ? bigEndian : bigEndian.reverse(), at);
    return bytes;
  },
  truncated: (bytes, dice) => bytes.subarray(0, dice.below(bytes.length)),
  'start removed': (bytes, dice) => bytes.subarray(placeIn(bytes, dice)),
  'a range removed': (bytes, dice) => {
    const [from, to] = rangeIn(bytes, dice);
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  'a range repeated': (bytes, dice) => {
    const [from, to] = rangeIn(bytes, dice);
    const again = Array<Buffer>(1 + dice.below(3)).fill(bytes.subarray(from, to));
    return Buffer.concat([bytes.subarray(0, to), ...again, bytes.subarray(to)]);
  },
  'a range of one value': (bytes, dice) => bytes.fill(dice.oneOf(wildOctets), ...rangeIn(bytes, dice)),
  'a range of noise': (bytes, dice) => {
    const [from, to] = rangeIn(bytes, dice);
    bytes.set(dice.octets(to - from), from);
    return bytes;
  },
  'noise inserted': (bytes, dice) => {
    const at = placeIn(bytes, dice);
    return Buffer.concat([bytes.subarray(0, at), dice.octets(1 + dice.below(64)), bytes.subarray(at)]);
  },
  'a range moved': (bytes, dice) => {
    const [from, to] = rangeIn(bytes, dice);
    bytes.copyWithin(placeIn(bytes, dice), from, to);
    return bytes;
  },
  'a range of another file': (bytes, dice, other) => {
    const [from, to] = rangeIn(other, dice);
    bytes.set(other.subarray(from, Math.min(to, from + bytes.length)).subarray(0, bytes.length));
    return bytes;
  },
  'the end of another file': (bytes, dice, other) =>
    Buffer.concat([bytes.subarray(0, placeIn(bytes, dice)), other.subarray(placeIn(other, dice))]),
};

const names = Object.keys(mutations);

/** A mutated copy: mostly one mutation, sometimes up to four, and sometimes the whole file compressed. */
export function mutate(bytes: Uint8Array, dice: Dice, other: Uint8Array): { how: string; bytes: Uint8Array } {
  const hows: string[] = [];
  let mutated = Buffer.from(bytes);
  for (let times = dice.once(2) ? 1 : 1 + dice.below(4); times > 0 && mutated.length > 0; times--) {
    const how = dice.oneOf(names);
    hows.push(how);
    mutated = Buffer.from(mutations[how](mutated, dice, other));
  }
  if (!dice.once(16)) return { how: hows.join(', '), bytes: mutated };
  const packed = gzipSync(mutated, { level: 1 });
  if (dice.once(2)) packed[packed.length - 1 - dice.below(Math.min(packed.length, 16))] ^= 0xff;
  return { how: `${hows.join(', ')}, gzipped`, bytes: packed };
}
