import type { ImageLayout } from '../image-layout.ts';

/** What a predictor needs of a layout. */
type SampleLayout = Pick<ImageLayout, 'rowBytes' | 'bits' | 'blockBands'>;

/**
 * Undoes predictor 2 in place: each sample is stored as its difference from the sample of the same band to its left, modulo
 * 2^bits. This holds for floating point too; libtiff treats both parts of a complex number as one word.
 *
 * @param bytes numbers in the byte order of this machine
 *
 * @see TIFF revision 6.0, section 14
 */
export function undoDifferences(bytes: Uint8Array, layout: SampleLayout, rows: number): void {
  const { rowBytes, bits, blockBands: stride } = layout;
  const size = bits / 8;
  const numbers = Math.floor(bytes.length / size);
  const aligned = bytes.byteOffset % size === 0 ? bytes : new Uint8Array(bytes);
  const args = [aligned.buffer, aligned.byteOffset, numbers] as const;
  const perRow = rowBytes / size;
  if (size === 8) sum64(new Uint32Array(aligned.buffer, aligned.byteOffset, numbers * 2), perRow, stride, rows);
  else sum(size === 1 ? bytes : size === 2 ? new Uint16Array(...args) : new Uint32Array(...args), perRow, stride, rows);
  if (aligned !== bytes) bytes.set(aligned);
}

function sum(values: Uint8Array | Uint16Array | Uint32Array, perRow: number, stride: number, rows: number): void {
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * perRow;
    for (let i = row * perRow + stride; i < end; i++) values[i] += values[i - stride];
  }
}

/** The same for numbers of 64 bits, as low and high words with a carry. */
function sum64(words: Uint32Array, perRow: number, stride: number, rows: number): void {
  for (let row = 0; row < rows; row++) {
    const end = (row + 1) * perRow * 2;
    for (let i = (row * perRow + stride) * 2; i < end; i += 2) {
      const low = words[i] + words[i - stride * 2];
      words[i] = low;
      words[i + 1] += words[i + 1 - stride * 2] + (low > 0xffffffff ? 1 : 0);
    }
  }
}

/**
 * Undoes predictor 3: the octets of a row are sorted by significance, highest first, and each is stored as its difference
 * from the one to its left.
 *
 * @returns the numbers in the byte order of this machine, little-endian
 * @see Adobe Photoshop TIFF Technical Note 3
 */
export function undoFloatingPoint(bytes: Uint8Array, layout: SampleLayout, rows: number): Uint8Array {
  const { rowBytes, bits, blockBands } = layout;
  const size = bits / 8;
  const numbers = rowBytes / size;
  sum(bytes, rowBytes, blockBands, rows);
  const out = new Uint8Array(rows * rowBytes);
  for (let row = 0; row < rows; row++) {
    const start = row * rowBytes;
    for (let octet = 0; octet < size; octet++) {
      const from = start + (size - 1 - octet) * numbers;
      for (let i = 0; i < numbers; i++) out[start + i * size + octet] = bytes[from + i];
    }
  }
  return out;
}
