/**
 * Indexed PNG of 256 × 256 pixels: the palette has only colours that occur, at the smallest bit depth.
 *
 * @see Portable Network Graphics (PNG) Specification (Second Edition), clauses 11.2.2 IHDR, 11.2.3 PLTE, 11.3.2 tRNS
 */
import { deflateSync } from 'node:zlib';
import { deflate, deflateSizes, packPixels, usedCodes, Workspace, type Part } from '@severe/kernels';
import { tileSize } from '@severe/geo';
import { joinChunks, type Chunk } from './chunks.ts';

export type Colour = readonly [r: number, g: number, b: number, a: number];

/** Encodes 256 × 256 codes, row by row; undefined if every pixel is transparent. */
type TileEncoder = (codes: Uint8Array) => Uint8Array | undefined;

/** Scratch memory of the encoder; one per thread. */
let memory: { space: Workspace; parts: Record<'codes' | 'rows' | 'tokens' | 'stream', Part> } | undefined;

function newMemory() {
  const largest = (tileSize + 1) * tileSize;
  const space = new Workspace();
  return { space, parts: space.layOut({ codes: tileSize * tileSize, rows: largest, ...deflateSizes(largest) }) };
}

/**
 * Creates the encoder of a frame.
 *
 * @param colours the colour of every code; codes of equal colours, or transparent ones, share a palette entry
 */
export function tileEncoder(colours: (Colour | undefined)[]): TileEncoder {
  const shades = shadesOf(colours);
  memory ??= newMemory();
  const { space, parts } = memory;
  const image = space.octets(parts.codes);
  return (codes) => {
    image.set(codes);
    const { indexOf, entries } = shrink(usedCodes(space, parts.codes), shades);
    if (!entries.some((entry) => entry[3] > 0)) return undefined;
    const depth = [1, 2, 4, 8].find((bits) => 1 << bits >= entries.length) as number;
    const rows = packPixels(space, parts.codes, depth, indexOf, parts.rows);
    const pixels = deflate(space, rows, { stride: rows.length / tileSize, unit: 1 }, parts);
    return fileOf(entries, depth, pixels);
  };
}

const oneTile = { width: tileSize, height: tileSize };

/** The file of compressed pixel data. */
export function fileOf(entries: Colour[], depth: number, pixels: Uint8Array, size = oneTile): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, size.width);
  view.setUint32(4, size.height);
  header[8] = depth;
  header[9] = 3; // indexed colour
  const opaqueFrom = entries.findLastIndex((entry) => entry[3] < 255) + 1;
  const chunks: Chunk[] = [
    ['IHDR', header],
    ['PLTE', Uint8Array.from(entries.flatMap(([r, g, b]) => [r, g, b]))],
    ['tRNS', Uint8Array.from(entries.slice(0, opaqueFrom), (entry) => entry[3])],
    ['IDAT', pixels],
    ['IEND', new Uint8Array(0)],
  ];
  return joinChunks(chunks.filter(([type, data]) => type !== 'tRNS' || data.length > 0));
}

const clear: Colour = [0, 0, 0, 0];

/** A colour, and its codes. */
type Shade = [colour: Colour, codes: number[]];

/** Transparent first, so that the list of alphas in a file is short. */
function shadesOf(colours: (Colour | undefined)[]): Shade[] {
  const shades = new Map<string, Shade>();
  colours.forEach((colour = clear, code) => {
    const shade = shades.get(colour.join()) ?? [colour, []];
    shade[1].push(code);
    shades.set(colour.join(), shade);
  });
  return [...shades.values()].sort(([a], [b]) => a[3] - b[3]);
}

/** Palette entries for the colours that occur, and the entry of every code in use. */
function shrink(used: Uint8Array, shades: Shade[]): { indexOf: Uint8Array; entries: Colour[] } {
  const indexOf = new Uint8Array(256);
  const entries: Colour[] = [];
  for (const [colour, codes] of shades) {
    if (!codes.some((code) => used[code])) continue;
    for (const code of codes) indexOf[code] = entries.length;
    entries.push(colour);
  }
  return { indexOf, entries };
}

/** The one fully transparent tile: a 256 × 256 PNG of one bit a pixel. */
export const clearTile: Uint8Array = fileOf(
  [[0, 0, 0, 0]],
  1,
  deflateSync(new Uint8Array((tileSize / 8 + 1) * tileSize), { level: 9 }),
);
