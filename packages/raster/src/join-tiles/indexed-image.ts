import { deflateSync } from 'node:zlib';
import { tileSize } from '@severe/geo';
import { fileOf, type Colour } from '../png/indexed.ts';
import { pixelSize, type JoinLayout } from './layout.ts';
import type { IndexedTile } from './read-tile.ts';

/** Joined tiles with one palette: `indices[row * width + column]`. */
interface IndexedImage {
  width: number;
  height: number;
  indices: Uint8Array;
  colours: Uint32Array;
}

/** Joins tiles; absent ones are transparent. Undefined if their colours together exceed a palette. */
export function joinIndexedTiles(tiles: (IndexedTile | undefined)[], layout: JoinLayout): IndexedImage | undefined {
  const { width, height } = pixelSize(layout);
  const places = new Map<number, number>([[0, 0]]); // transparent first
  for (const tile of tiles) {
    for (const colour of tile?.colours ?? []) if (!places.has(colour)) places.set(colour, places.size);
  }
  if (places.size > 256) return undefined;
  const indices = new Uint8Array(width * height);
  tiles.forEach((tile, i) => {
    if (!tile) return;
    const placeOf = Uint8Array.from(tile.colours, (colour) => places.get(colour) as number);
    const start = Math.floor(i / layout.columns) * tileSize * width + (i % layout.columns) * tileSize;
    copyTile(tile.indices, placeOf, indices, start, width);
  });
  return { width, height, indices, colours: Uint32Array.from(places.keys()) };
}

function copyTile(from: Uint8Array, placeOf: Uint8Array, to: Uint8Array, start: number, width: number): void {
  for (let y = 0; y < tileSize; y++) {
    const at = start + y * width;
    for (let x = 0; x < tileSize; x++) to[at + x] = placeOf[from[y * tileSize + x]];
  }
}

/** An indexed PNG of the smallest bit depth that holds the colours. */
export function indexedPng({ width, height, indices, colours }: IndexedImage): Uint8Array {
  const depth = [1, 2, 4, 8].find((bits) => 1 << bits >= colours.length) as number;
  const stride = 1 + (width * depth) / 8;
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0, bit = (y * stride + 1) * 8; x < width; x++, bit += depth) {
      rows[bit >> 3] |= indices[y * width + x] << (8 - depth - (bit & 7));
    }
  }
  const entries = Array.from(colours, (colour): Colour => bytesOf(colour));
  return fileOf(entries, depth, deflateSync(rows), { width, height });
}

/** RGBA, four bytes a pixel. */
export function rgbaOf({ indices, colours }: IndexedImage): Uint8Array {
  const table = Uint32Array.from(colours, (colour) => new Uint32Array(Uint8Array.from(bytesOf(colour)).buffer)[0]);
  const pixels = new Uint32Array(indices.length);
  for (let i = 0; i < indices.length; i++) pixels[i] = table[indices[i]];
  return new Uint8Array(pixels.buffer);
}

function bytesOf(colour: number): [number, number, number, number] {
  return [colour >>> 24, (colour >>> 16) & 255, (colour >>> 8) & 255, colour & 255];
}
