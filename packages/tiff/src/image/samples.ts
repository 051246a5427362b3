import type { ImageLayout } from '../image-layout.ts';
import { undoDifferences, undoFloatingPoint } from './predictor.ts';
import { refuse } from '../refuse.ts';
import { predictors } from '../tags.ts';

/** Samples of a block, interleaved by pixel; a complex sample is two numbers. */
export type Samples =
  | Uint8Array
  | Int8Array
  | Uint16Array
  | Int16Array
  | Uint32Array
  | Int32Array
  | Float32Array
  | Float64Array
  | BigUint64Array
  | BigInt64Array;

type Numbers = new (buffer: ArrayBufferLike, offset: number, length: number) => Samples;

const arrays: Record<string, Numbers> = {
  uint8: Uint8Array,
  uint16: Uint16Array,
  uint32: Uint32Array,
  uint64: BigUint64Array,
  int8: Int8Array,
  int16: Int16Array,
  int32: Int32Array,
  int64: BigInt64Array,
  float32: Float32Array,
  float64: Float64Array,
};

/** Numbers per sample. */
export function partsOf({ kind }: Pick<ImageLayout, 'kind'>): 1 | 2 {
  return kind.startsWith('complex') ? 2 : 1;
}

/** The name of a sample type, such as `uint16`, `float32` or `complex-int32`. */
export function typeName({ kind, bits }: Pick<ImageLayout, 'kind' | 'bits'>): string {
  return `${kind}${bits}`;
}

/**
 * Converts unpacked octets to numbers: undoes the predictor and the byte order.
 *
 * @param bytes at least `rows` rows; changed in place
 * @throws {DataError} `geotiff-unknown` for a predictor that does not fit the samples
 */
export function readSamples(bytes: Uint8Array, layout: ImageLayout, rows: number): Samples {
  const { rowBytes, bits, predictor, reversedBits, directory } = layout;
  const used = bytes.subarray(0, rows * rowBytes);
  if (reversedBits && bits < 8) reverseBits(used);
  const horizontal = predictor === predictors.horizontal;
  const size = bits / (horizontal ? 1 : partsOf(layout)) / 8; // of the numbers that were written
  if (predictor === predictors.floatingPoint) {
    if (layout.kind !== 'float') refuse('unknown', `predictor 3 on samples of type ${typeName(layout)}`);
    return widen(undoFloatingPoint(used, layout, rows), layout);
  }
  if (!directory.little && size > 1 && Number.isInteger(size)) swap(used, size);
  if (horizontal) {
    if (![1, 2, 4, 8].includes(size)) refuse('unknown', `predictor 2 on samples of ${bits} bits`);
    undoDifferences(used, layout, rows);
  } else if (predictor !== predictors.none) refuse('unknown', `predictor ${predictor} is not known`);
  return widen(used, layout);
}

/** A view of the octets if they are of a machine type; else a new array. */
function widen(bytes: Uint8Array, layout: ImageLayout): Samples {
  const { kind, bits } = layout;
  const parts = partsOf(layout);
  const name = `${kind.replace('complex-', '')}${bits / parts}`;
  const ArrayOf = arrays[name];
  if (ArrayOf) {
    const size = bits / parts / 8;
    const aligned = bytes.byteOffset % size === 0 ? bytes : new Uint8Array(bytes); // a copy is aligned
    return new ArrayOf(aligned.buffer, aligned.byteOffset, Math.floor(bytes.length / size));
  }
  if (kind.endsWith('float')) return widenFloats(bytes, bits / parts);
  return unpackBits(bytes, layout);
}

/** Reverses the byte order of each number. */
function swap(bytes: Uint8Array, size: number): void {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length - (bytes.length % size));
  if (size === 2) whole.swap16();
  else if (size === 4) whole.swap32();
  else if (size === 8) whole.swap64();
  else for (let at = 0; at < whole.length; at += size) whole.subarray(at, at + size).reverse();
}

function reverseBits(bytes: Uint8Array): void {
  for (let i = 0; i < bytes.length; i++) {
    let octet = bytes[i];
    let turned = 0;
    for (let bit = 0; bit < 8; bit++) {
      turned = (turned << 1) | (octet & 1);
      octet >>= 1;
    }
    bytes[i] = turned;
  }
}

/**
 * Unpacks integers of 1 to 31 bits, highest bit first; each row begins on an octet. Those of 24 bits are unpacked the same
 * way, after a swap if the file is big-endian: the standard does not define it, and GDAL writes them so.
 */
function unpackBits(bytes: Uint8Array, { bits, blockWidth, blockBands, rowBytes }: ImageLayout): Samples {
  const perRow = blockWidth * blockBands;
  const rows = Math.floor(bytes.length / rowBytes);
  const out =
    bits <= 8
      ? new Uint8Array(perRow * rows)
      : bits <= 16
        ? new Uint16Array(perRow * rows)
        : new Uint32Array(perRow * rows);
  if (8 % bits === 0) {
    for (let row = 0; row < rows; row++) unpackOctets(bytes, row * rowBytes, bits, out, row * perRow, perRow);
    return out;
  }
  for (let row = 0, i = 0; row < rows; row++) {
    let at = row * rowBytes;
    let buffer = 0; // up to 2^39, beyond bit operators
    let unread = 0;
    for (let k = 0; k < perRow; k++, i++) {
      while (unread < bits) {
        buffer = buffer * 256 + bytes[at++];
        unread += 8;
      }
      unread -= bits;
      const weight = 2 ** unread;
      const value = Math.floor(buffer / weight);
      buffer -= value * weight;
      out[i] = value;
    }
  }
  return out;
}

/** Unpacks `count` integers of 1, 2 or 4 bits, several to an octet. */
function unpackOctets(bytes: Uint8Array, from: number, bits: number, out: Samples, start: number, count: number): void {
  const mask = 2 ** bits - 1;
  for (let i = 0, at = from, shift = 8; i < count; i++) {
    shift -= bits;
    out[start + i] = (bytes[at] >> shift) & mask;
    if (shift === 0) {
      shift = 8;
      at++;
    }
  }
}

/** Floating point of 16 bits (5 of exponent) and 24 bits (7 of exponent), little-endian. */
function widenFloats(bytes: Uint8Array, bits: number): Float32Array {
  const [size, fractionBits, bias] = bits === 16 ? [2, 10, 15] : [3, 16, 63];
  const out = new Float32Array(Math.floor(bytes.length / size));
  const maxExponent = 2 * bias + 1;
  for (let i = 0, at = 0; i < out.length; i++, at += size) {
    const word = bytes[at] | (bytes[at + 1] << 8) | (size === 3 ? bytes[at + 2] << 16 : 0);
    const sign = word >> (bits - 1) ? -1 : 1;
    const exponent = (word >> fractionBits) & maxExponent;
    const fraction = (word & ((1 << fractionBits) - 1)) / 2 ** fractionBits;
    if (exponent === maxExponent) out[i] = fraction ? NaN : sign * Infinity;
    else out[i] = sign * (exponent === 0 ? fraction * 2 ** (1 - bias) : (1 + fraction) * 2 ** (exponent - bias));
  }
  return out;
}
