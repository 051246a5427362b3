import { Grib2Error } from '../error.ts';

/**
 * Reverses the row filters of a PNG and removes the filter types, in place. Afterwards the first `height * rowOctets`
 * bytes are the samples.
 *
 * @see https://www.w3.org/TR/png-3/ section 9
 */
export function unfilter(rows: Uint8Array, height: number, rowOctets: number, pixelOctets: number): void {
  const zeros = new Uint8Array(rowOctets); // the row above the first
  for (let row = 0; row < height; row++) {
    const from = row * (rowOctets + 1) + 1;
    const into = row * rowOctets; // never overtakes `from`
    const undo = filters[rows[from - 1]];
    if (!undo) throw unknownFilter(row, rows[from - 1]);
    if (row === 0) undo(rows, from, into, rowOctets, pixelOctets, zeros, 0);
    else undo(rows, from, into, rowOctets, pixelOctets, rows, into - rowOctets);
  }
}

export function unknownFilter(row: number, type: number): Grib2Error {
  return new Grib2Error('damaged', `row ${row} of the PNG has filter type ${type}, 0 to 4 are known`);
}

/** `left` is the previous pixel, `up` the row above, both unfiltered; samples wrap at 8 bits. */
type Filter = (
  rows: Uint8Array,
  from: number,
  into: number,
  length: number,
  pixel: number,
  above: Uint8Array,
  up: number,
) => void;

const none: Filter = (rows, from, into, length) => void rows.copyWithin(into, from, from + length);

const sub: Filter = (rows, from, into, length, pixel) => {
  rows.copyWithin(into, from, from + pixel);
  for (let i = pixel; i < length; i++) rows[into + i] = rows[from + i] + rows[into + i - pixel];
};

const up: Filter = (rows, from, into, length, _pixel, above, up) => {
  for (let i = 0; i < length; i++) rows[into + i] = rows[from + i] + above[up + i];
};

const average: Filter = (rows, from, into, length, pixel, above, up) => {
  for (let i = 0; i < pixel; i++) rows[into + i] = rows[from + i] + (above[up + i] >> 1);
  for (let i = pixel; i < length; i++) {
    rows[into + i] = rows[from + i] + ((rows[into + i - pixel] + above[up + i]) >> 1);
  }
};

const paeth: Filter = (rows, from, into, length, pixel, above, up) => {
  for (let i = 0; i < pixel; i++) rows[into + i] = rows[from + i] + above[up + i];
  for (let i = pixel; i < length; i++) {
    const a = rows[into + i - pixel];
    const b = above[up + i];
    const c = above[up + i - pixel];
    const pa = Math.abs(b - c);
    const pb = Math.abs(a - c);
    const pc = Math.abs(a + b - 2 * c);
    rows[into + i] = rows[from + i] + (pa <= pb && pa <= pc ? a : pb <= pc ? b : c);
  }
};

const filters: (Filter | undefined)[] = [none, sub, up, average, paeth];
