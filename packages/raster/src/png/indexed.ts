/**
 * Indexed PNG of 256 × 256 pixels: the palette shrunk to the colours that occur, at the least depth that holds them.
 *
 * @see Portable Network Graphics (PNG) Specification (Second Edition), clauses 11.2.2 IHDR, 11.2.3 PLTE, 11.3.2 tRNS
 */
import { joinChunks, type Chunk } from './chunks.ts';
import { rowDeflater, type RowDeflater } from './deflate/deflate-rows.ts';
import { tileSize } from '../project/latlon.ts';

export type Colour = readonly [r: number, g: number, b: number, a: number];

/** Encodes 256 × 256 codes, row by row; undefined when every pixel is clear. */
export type TileEncoder = (codes: Uint8Array) => Uint8Array | undefined;

/** What encoding needs for the time of a call; one is enough for a thread. */
interface Memory {
  /** Rows of the largest depth. */
  packed: Uint8Array;
  repeats: Uint8Array;
  deflate: RowDeflater;
}

let memory: Memory | undefined;

function newMemory(): Memory {
  const largest = (tileSize + 1) * tileSize;
  return { packed: new Uint8Array(largest), repeats: new Uint8Array(tileSize), deflate: rowDeflater(largest) };
}

/**
 * Prepares the encoder of a frame.
 *
 * @param colours the colour of every code; codes that share a colour, or are clear, share a palette entry
 */
export function tileEncoder(colours: (Colour | undefined)[]): TileEncoder {
  const shades = shadesOf(colours);
  memory ??= newMemory();
  const { packed, repeats, deflate } = memory;
  return (codes) => {
    const words = new Uint32Array(codes.buffer, codes.byteOffset, codes.length / 4);
    repeatedRows(words, repeats);
    const { indexOf, entries } = shrink(usedCodes(words, repeats), shades);
    if (!entries.some((entry) => entry[3] > 0)) return undefined;
    const depth = [1, 2, 4, 8].find((bits) => 1 << bits >= entries.length) as number;
    const stride = 1 + ((tileSize * depth) >> 3);
    const rows = packed.subarray(0, stride * tileSize);
    packRows(codes, repeats, indexOf, depth, rows);
    return fileOf(entries, depth, deflate(rows, stride));
  };
}

const oneTile = { width: tileSize, height: tileSize };

/** The file round pixel data that is compressed already. */
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

/** Which rows are the one above again; weather is smooth, and deep levels show a cell in more than one row. */
function repeatedRows(words: Uint32Array, repeats: Uint8Array): void {
  const across = tileSize / 4;
  for (let y = 1; y < tileSize; y++) {
    const end = (y + 1) * across;
    let i = y * across;
    while (i < end && words[i] === words[i - across]) i++;
    repeats[y] = i === end ? 1 : 0;
  }
}

/** Which codes occur. Neighbours are mostly equal, so four at a time are compared with the four before. */
function usedCodes(words: Uint32Array, repeats: Uint8Array): Uint8Array {
  const used = new Uint8Array(256);
  const across = tileSize / 4;
  let before = ~words[0];
  for (let y = 0; y < tileSize; y++) {
    if (repeats[y]) continue;
    for (let i = y * across; i < (y + 1) * across; i++) {
      const word = words[i];
      if (word === before) continue;
      before = word;
      used[word & 255] = 1;
      used[(word >>> 8) & 255] = 1;
      used[(word >>> 16) & 255] = 1;
      used[word >>> 24] = 1;
    }
  }
  return used;
}

const clear: Colour = [0, 0, 0, 0];

/** A colour, and the codes that are drawn in it. */
type Shade = [colour: Colour, codes: number[]];

/** Clear first, so that the list of alphas in a file is short. */
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

/** Packs palette indices to rows, the first pixel in the high bits, each row behind a filter byte of 0 (none). */
function packRows(codes: Uint8Array, repeats: Uint8Array, indexOf: Uint8Array, depth: number, rows: Uint8Array): void {
  const stride = rows.length / tileSize;
  const pack = packers[depth];
  for (let y = 0; y < tileSize; y++) {
    if (repeats[y]) {
      rows.copyWithin(y * stride, (y - 1) * stride, y * stride);
      continue;
    }
    rows[y * stride] = 0;
    pack(codes, y * tileSize, indexOf, rows, y * stride + 1);
  }
}

type Packer = (codes: Uint8Array, from: number, indexOf: Uint8Array, rows: Uint8Array, at: number) => void;

/** By bits a pixel. */
const packers: Record<number, Packer> = { 1: packEighths, 2: packQuarters, 4: packHalves, 8: packWhole };

function packEighths(codes: Uint8Array, from: number, indexOf: Uint8Array, rows: Uint8Array, at: number): void {
  for (let i = from; i < from + tileSize; i += 8) {
    let byte = 0;
    for (let bit = 0; bit < 8; bit++) byte = (byte << 1) | indexOf[codes[i + bit]];
    rows[at++] = byte;
  }
}

function packQuarters(codes: Uint8Array, from: number, indexOf: Uint8Array, rows: Uint8Array, at: number): void {
  for (let i = from; i < from + tileSize; i += 4) {
    const high = (indexOf[codes[i]] << 6) | (indexOf[codes[i + 1]] << 4);
    rows[at++] = high | (indexOf[codes[i + 2]] << 2) | indexOf[codes[i + 3]];
  }
}

function packHalves(codes: Uint8Array, from: number, indexOf: Uint8Array, rows: Uint8Array, at: number): void {
  for (let i = from; i < from + tileSize; i += 2) rows[at++] = (indexOf[codes[i]] << 4) | indexOf[codes[i + 1]];
}

function packWhole(codes: Uint8Array, from: number, indexOf: Uint8Array, rows: Uint8Array, at: number): void {
  for (let i = from; i < from + tileSize; i++) rows[at++] = indexOf[codes[i]];
}
