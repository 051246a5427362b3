/** What a tile of 256 pixels a side takes of an image, pixel by pixel, as the kernel has it. */
export interface Pixel {
  left: number;
  right: number;
  top: number;
  bottom: number;
  column: number;
  row: number;
}

export interface Cells {
  width: number;
  height: number;
  words: Uint32Array;
}

/** The colour of a pixel: the average of several cells, or what lies between four where it takes one. */
export function colourOf(cells: Cells, { left, right, top, bottom, column, row }: Pixel): number {
  if (left > right || top > bottom) return 0;
  if (left < right || top < bottom) return average(cells, left, right, top, bottom);
  return between(cells, column - 0.5, row - 0.5, cells.words[top * cells.width + left]);
}

function average({ words, width }: Cells, left: number, right: number, top: number, bottom: number): number {
  const sums = [0, 0, 0];
  let alpha = 0;
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const [red, green, blue, weight] = partsOf(words[row * width + column]);
      [red, green, blue].forEach((part, i) => (sums[i] += part * weight));
      alpha += weight;
    }
  }
  if (alpha === 0) return 0;
  const cells = (right - left + 1) * (bottom - top + 1);
  return wordOf([...sums.map((sum) => inSteps(Math.round(sum / alpha))), Math.round(alpha / cells)]);
}

function between({ words, width, height }: Cells, column: number, row: number, nearest: number): number {
  const [left, top] = [Math.floor(column), Math.floor(row)];
  if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) return nearest;
  const at = top * width + left;
  const four = [words[at], words[at + 1], words[at + width], words[at + width + 1]];
  if (four.some((word) => word >>> 24 !== 255)) return nearest;
  if (four.every((word) => word === four[0])) return four[0];
  const [nw, ne, sw, se] = four.map(partsOf);
  const [u, v] = [column - left, row - top];
  const mixed = [0, 1, 2].map((i) => {
    const north = nw[i] * (1 - u) + ne[i] * u;
    const south = sw[i] * (1 - u) + se[i] * u;
    return inSteps(Math.round(north * (1 - v) + south * v));
  });
  return wordOf([...mixed, 255]);
}

const partsOf = (word: number) => [0, 8, 16, 24].map((shift) => (word >>> shift) & 255);
const wordOf = (parts: number[]) => parts.reduce((word, part, i) => word | (part << (8 * i)), 0) >>> 0;
const inSteps = (part: number) => (part & 0xfc) | (part >> 6);

/** A row of octets filtered by Paeth's predictor, with nothing to its left and what is given above. */
export function paethOf(row: Uint8Array, above: Uint8Array, perPixel: number): Uint8Array {
  return row.map((octet, i) => {
    const [left, up, corner] = [row[i - perPixel] ?? 0, above[i], above[i - perPixel] ?? 0];
    const guess = left + up - corner;
    const [byLeft, byUp, byCorner] = [left, up, corner].map((one) => Math.abs(guess - one));
    return octet - (byLeft <= byUp && byLeft <= byCorner ? left : byUp <= byCorner ? up : corner);
  });
}
