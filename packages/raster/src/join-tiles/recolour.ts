import { crc32 } from 'node:zlib';
import { parseColour } from '../paint/palette.ts';
import { chunksOf, type ChunkPlace } from '../png/chunks.ts';

/** Replacement colours: from red, green, blue and alpha as one number to red, green and blue. */
export type Recolouring = ReadonlyMap<number, readonly [r: number, g: number, b: number]>;

/**
 * Maps the colours of one palette to those of another with the same steps.
 *
 * @throws {RangeError} if the numbers of colours or an alpha differ, or a colour would map to two
 */
export function recolouring(from: readonly string[], to: readonly string[]): Recolouring {
  if (from.length !== to.length) throw new RangeError(`${to.length} colours replace ${from.length}`);
  const table = new Map<number, readonly [number, number, number]>();
  from.forEach((text, i) => {
    const [r, g, b, a] = parseColour(text);
    const [red, green, blue, alpha] = parseColour(to[i]);
    if (alpha !== a) throw new RangeError(`${to[i]} replaces ${text}, of another alpha`);
    const key = keyOf(r, g, b, a);
    const replacement = table.get(key) ?? [red, green, blue];
    if (replacement.join() !== [red, green, blue].join()) throw new RangeError(`${text} maps to two colours`);
    table.set(key, replacement);
  });
  return table;
}

/**
 * Replaces colours in the palette of an indexed PNG; its pixels do not change. Colours without a replacement, such as the
 * transparent one, are kept.
 */
export function recolour(png: Uint8Array, table: Recolouring): Uint8Array {
  const chunks = [...chunksOf(png)];
  const palette = chunks.find(({ type }) => type === 'PLTE');
  if (!palette) return png;
  const alphas = chunks.find(({ type }) => type === 'tRNS');
  const copy = new Uint8Array(png); // a copy; `slice` of a Buffer is not one
  for (let at = palette.start, i = 0; at < palette.end; at += 3, i++) {
    const to = table.get(keyOf(copy[at], copy[at + 1], copy[at + 2], alphaOf(png, alphas, i)));
    if (to) copy.set(to, at);
  }
  const sum = crc32(copy.subarray(palette.start - 4, palette.end));
  new DataView(copy.buffer).setUint32(palette.end, sum);
  return copy;
}

function alphaOf(png: Uint8Array, alphas: ChunkPlace | undefined, index: number): number {
  return alphas && alphas.start + index < alphas.end ? png[alphas.start + index] : 255;
}

function keyOf(r: number, g: number, b: number, a: number): number {
  return ((r << 24) | (g << 16) | (b << 8) | a) >>> 0;
}
