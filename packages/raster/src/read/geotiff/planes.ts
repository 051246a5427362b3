import type { Band } from './bands.ts';
import { readBlocks } from './blocks.ts';
import { rowsInside, type Layout } from './layout.ts';
import type { Octets } from './octets/index.ts';
import { refuse } from './refuse.ts';
import { partsOf, type Samples } from './samples.ts';
import { fillOf } from './survey.ts';

/** Numbers of one band, row by row; what does not fit these arrays comes in double precision. */
export type Plane = Uint8Array | Uint16Array | Int16Array | Int32Array | Uint32Array | Float32Array | Float64Array;

/** Octets that all planes of a reading may take. */
const mostBytes = 512 * 1024 ** 2;

/**
 * Reads whole bands of an image, north of the file first.
 *
 * @param wanted numbers of bands, from 0
 * @throws {DataError} `geotiff-…` when a band is absent, is complex, or all would take too much room
 */
export async function readPlanes(octets: Octets, layout: Layout, bands: Band[], wanted: number[]): Promise<Plane[]> {
  const { width, across, down, blockWidth, blockHeight, separate } = layout;
  const missing = wanted.find((band) => !(band >= 0 && band < layout.bands));
  if (missing !== undefined) refuse('unknown', `the image has ${layout.bands} bands, number ${missing + 1} is needed`);
  if (partsOf(layout) === 2) refuse('unknown', 'complex samples have no values on a map');
  const planes = wanted.map(() => planeFor(layout, wanted.length));
  for (const [i, band] of wanted.entries()) {
    if (!separate && i > 0) break; // one walk has them all
    const first = separate ? band * across * down : 0;
    for await (const { index, samples } of readBlocks(octets, layout, first, across * down)) {
      const [row, column] = [Math.floor((index - first) / across), (index - first) % across];
      const left = column * blockWidth;
      const columns = Math.min(blockWidth, width - left);
      const part = { left, top: row * blockHeight, columns, rows: rowsInside(layout, row) };
      if (separate) copyBand(samples, layout, 0, fillOf(bands[band], layout), planes[i], part);
      else wanted.forEach((each, k) => copyBand(samples, layout, each, fillOf(bands[each], layout), planes[k], part));
    }
  }
  return planes;
}

/** Where a block lies in the image, as far as it belongs to it. */
interface Part {
  left: number;
  top: number;
  columns: number;
  rows: number;
}

function copyBand(
  samples: Samples | undefined,
  { width, blockWidth, blockBands }: Layout,
  band: number,
  fill: number,
  plane: Plane,
  { left, top, columns, rows }: Part,
): void {
  for (let row = 0; row < rows; row++) {
    const to = (top + row) * width + left;
    if (!samples) plane.fill(fill, to, to + columns);
    else copyRow(samples, row * blockWidth * blockBands + band, blockBands, plane, to, columns);
  }
}

function copyRow(samples: Samples, from: number, step: number, plane: Plane, to: number, columns: number): void {
  if (samples instanceof BigInt64Array || samples instanceof BigUint64Array) {
    for (let i = 0; i < columns; i++) plane[to + i] = Number(samples[from + i * step]);
  } else if (step === 1) plane.set(samples.subarray(from, from + columns), to);
  else for (let i = 0; i < columns; i++) plane[to + i] = samples[from + i * step];
}

/** The least array that holds every number of a type. */
function planeFor({ width, height, kind, bits }: Layout, count: number): Plane {
  const PlaneArray =
    kind === 'float'
      ? bits <= 32 ? Float32Array : Float64Array
      : bits > 32 ? Float64Array : kind === 'int' ? (bits <= 16 ? Int16Array : Int32Array)
        : bits <= 8 ? Uint8Array : bits <= 16 ? Uint16Array : Uint32Array; // prettier-ignore
  const needed = width * height * PlaneArray.BYTES_PER_ELEMENT * count;
  if (needed > mostBytes) {
    refuse(
      'too-large',
      `${width} × ${height} numbers of ${count} bands take ${needed} bytes, at most ${mostBytes} are used`,
    );
  }
  return new PlaneArray(width * height);
}
