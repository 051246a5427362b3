import { deflateSync } from 'node:zlib';
import { tileSize } from '@severe/geo';
import { joinChunks } from '../png/chunks.ts';
import { firstValue } from './words.ts';

/** Status of a pixel, in blue: missing or outside, nothing detected, or a value. */
export const statuses = { value: 0, nothing: 1, missing: 2 } as const;

const trueColour = 2;
const up = 2;

/** A PNG of three bytes a pixel: high and low byte of the code, and the status. */
export function rgbPng(words: Int32Array): Uint8Array {
  const stride = 1 + 3 * tileSize;
  const rows = new Uint8Array(stride * tileSize);
  const line = new Uint8Array(stride);
  const before = new Uint8Array(stride);
  for (let y = 0; y < tileSize; y++) {
    line[0] = up;
    for (let x = 0; x < tileSize; x++) write(words[y * tileSize + x], line, 1 + 3 * x);
    rows[y * stride] = up;
    for (let i = 1; i < stride; i++) rows[y * stride + i] = line[i] - before[i];
    before.set(line);
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, tileSize);
  view.setUint32(4, tileSize);
  header[8] = 8;
  header[9] = trueColour;
  return joinChunks([
    ['IHDR', header],
    ['IDAT', deflateSync(rows)],
    ['IEND', new Uint8Array(0)],
  ]);
}

function write(word: number, line: Uint8Array, at: number): void {
  const code = word < firstValue ? 0 : word - firstValue;
  line[at] = code >> 8;
  line[at + 1] = code & 255;
  line[at + 2] = word < firstValue ? statuses.missing - word : statuses.value;
}
