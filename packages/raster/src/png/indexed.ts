/**
 * Indexed PNG of 256 × 256 pixels: the palette shrunk to the colours that occur, at the least depth that holds them.
 *
 * @see Portable Network Graphics (PNG) Specification (Second Edition), clauses 11.2.2 IHDR, 11.2.3 PLTE, 11.3.2 tRNS
 */
import { deflateSync } from 'node:zlib';
import { joinChunks, type Chunk } from './chunks.ts';
import { tileSize } from '../project/latlon.ts';

export type Colour = readonly [r: number, g: number, b: number, a: number];

/**
 * Encodes the pixels of a tile.
 *
 * @param codes   256 × 256 codes, row by row
 * @param colours the colour of every code; codes that share a colour, or are clear, share a palette entry
 * @returns the file, or undefined when every pixel is clear
 */
export function encodeIndexed(codes: Uint8Array, colours: (Colour | undefined)[]): Uint8Array | undefined {
  const { indexOf, entries } = shrink(usedCodes(codes), colours);
  if (!entries.some((entry) => entry[3] > 0)) return undefined;
  const depth = [1, 2, 4, 8].find((bits) => 1 << bits >= entries.length) as number;
  return fileOf(entries, depth, deflateSync(packRows(codes, indexOf, depth), { level: 6 }));
}

/** The file round pixel data that is compressed already. */
export function fileOf(entries: Colour[], depth: number, pixels: Uint8Array): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, tileSize);
  view.setUint32(4, tileSize);
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

/** Which codes occur. Neighbours are mostly equal, so four at a time are compared with the four before. */
function usedCodes(codes: Uint8Array): Uint8Array {
  const used = new Uint8Array(256);
  const words = new Uint32Array(codes.buffer, codes.byteOffset, codes.length >> 2);
  let before = ~words[0];
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === before) continue;
    before = word;
    used[word & 255] = 1;
    used[(word >>> 8) & 255] = 1;
    used[(word >>> 16) & 255] = 1;
    used[word >>> 24] = 1;
  }
  return used;
}

const clear: Colour = [0, 0, 0, 0];

/** Palette entries for the used codes, clear first so that the list of alphas is short. */
function shrink(used: Uint8Array, colours: (Colour | undefined)[]): { indexOf: Uint8Array; entries: Colour[] } {
  const indexOf = new Uint8Array(256);
  const entries: Colour[] = [];
  const known = new Map<string, number>();
  const codes = [...used.keys()].filter((code) => used[code]);
  codes.sort((a, b) => (colours[a]?.[3] ?? 0) - (colours[b]?.[3] ?? 0));
  for (const code of codes) {
    const colour = colours[code] ?? clear;
    const key = colour.join();
    if (!known.has(key)) known.set(key, entries.push(colour) - 1);
    indexOf[code] = known.get(key) as number;
  }
  return { indexOf, entries };
}

/** Rows of packed palette indices, the first pixel in the high bits, each row after a filter byte of 0 (none). */
export function packRows(codes: Uint8Array, indexOf: Uint8Array, depth: number): Uint8Array {
  const rowBytes = (tileSize * depth) >> 3;
  const rows = new Uint8Array((rowBytes + 1) * tileSize);
  const pack = { 1: packBits, 2: packPairs, 4: packHalves, 8: packWhole }[depth] as typeof packBits;
  for (let y = 0; y < tileSize; y++) pack(codes, y * tileSize, indexOf, rows, y * (rowBytes + 1) + 1);
  return rows;
}

function packBits(codes: Uint8Array, from: number, indexOf: Uint8Array, rows: Uint8Array, at: number): void {
  for (let i = from; i < from + tileSize; i += 8) {
    let byte = 0;
    for (let bit = 0; bit < 8; bit++) byte = (byte << 1) | indexOf[codes[i + bit]];
    rows[at++] = byte;
  }
}

function packPairs(codes: Uint8Array, from: number, indexOf: Uint8Array, rows: Uint8Array, at: number): void {
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
