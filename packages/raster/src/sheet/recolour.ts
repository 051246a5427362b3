import { crc32 } from 'node:zlib';
import { parseColour } from '../paint/palette.ts';
import { chunksOf, type ChunkPlace } from '../png/read-chunks.ts';

/** Which colour stands for which: red, green, blue and alpha in one number, to red, green and blue. */
export type Recolouring = ReadonlyMap<number, readonly [r: number, g: number, b: number]>;

/**
 * The table from the colours of one palette to those of another with the same steps.
 *
 * @throws {RangeError} when one has more colours, when an alpha differs, or a colour would become two
 */
export function recolouring(from: readonly string[], to: readonly string[]): Recolouring {
  if (from.length !== to.length) throw new RangeError(`${to.length} colours stand for ${from.length}`);
  const table = new Map<number, readonly [number, number, number]>();
  from.forEach((text, i) => {
    const [r, g, b, a] = parseColour(text);
    const [red, green, blue, alpha] = parseColour(to[i]);
    if (alpha !== a) throw new RangeError(`${to[i]} stands for ${text}, of another alpha`);
    const key = keyOf(r, g, b, a);
    const known = table.get(key) ?? [red, green, blue];
    if (known.join() !== [red, green, blue].join()) throw new RangeError(`${text} would become two colours`);
    table.set(key, known);
  });
  return table;
}

/**
 * An indexed PNG in other colours: its palette is rewritten, its pixels stay as they are. Colours that the table does not
 * have, such as the clear one, are kept.
 */
export function recolour(png: Uint8Array, table: Recolouring): Uint8Array {
  const chunks = [...chunksOf(png)];
  const palette = chunks.find(({ type }) => type === 'PLTE');
  if (!palette) return png;
  const alphas = chunks.find(({ type }) => type === 'tRNS');
  const copy = new Uint8Array(png); // a copy, which `slice` of a Buffer is not
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
