import { fillOf, type Band } from './bands.ts';
import { readBlocks } from './blocks.ts';
import { rowsInside, type ImageLayout } from '../image-layout.ts';
import type { ByteSource } from '../source/index.ts';
import { refuse } from '../refuse.ts';
import { partsOf, type Samples } from './samples.ts';

/** Numbers of one band, row by row; 64-bit integers are converted to double precision. */
export type Plane = Uint8Array | Uint16Array | Int16Array | Int32Array | Uint32Array | Float32Array | Float64Array;

/** Octets of all planes of one call. */
const maxBytes = 512 * 1024 ** 2;

/**
 * Reads whole bands of an image, rows in the order of the file.
 *
 * @param wanted numbers of bands, from 0
 * @throws {DataError} `geotiff-…` when a band is absent or complex, or the planes are too large
 */
export async function readPlanes(
  source: ByteSource,
  layout: ImageLayout,
  bands: Band[],
  wanted: number[],
): Promise<Plane[]> {
  const { width, across, down, blockWidth, blockHeight, separate } = layout;
  const missing = wanted.find((band) => !(band >= 0 && band < layout.bands));
  if (missing !== undefined) refuse('unknown', `the image has ${layout.bands} bands, number ${missing + 1} is needed`);
  if (partsOf(layout) === 2) refuse('unknown', 'complex samples have no values on a map');
  const planes = wanted.map(() => planeFor(layout, wanted.length));
  for (const [i, band] of wanted.entries()) {
    if (!separate && i > 0) break; // one pass reads all bands
    const first = separate ? band * across * down : 0;
    for await (const { index, samples } of readBlocks(source, layout, first, across * down)) {
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

/** The part of the image that a block covers. */
interface Part {
  left: number;
  top: number;
  columns: number;
  rows: number;
}

function copyBand(
  samples: Samples | undefined,
  { width, blockWidth, blockBands }: ImageLayout,
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

/** The smallest array type that holds every number of a sample type. */
function planeFor({ width, height, kind, bits }: ImageLayout, count: number): Plane {
  const PlaneArray =
    kind === 'float'
      ? bits <= 32 ? Float32Array : Float64Array
      : bits > 32 ? Float64Array : kind === 'int' ? (bits <= 16 ? Int16Array : Int32Array)
        : bits <= 8 ? Uint8Array : bits <= 16 ? Uint16Array : Uint32Array; // prettier-ignore
  const needed = width * height * PlaneArray.BYTES_PER_ELEMENT * count;
  if (needed > maxBytes) {
    refuse(
      'too-large',
      `${width} × ${height} numbers of ${count} bands take ${needed} bytes, at most ${maxBytes} are allowed`,
    );
  }
  return new PlaneArray(width * height);
}
