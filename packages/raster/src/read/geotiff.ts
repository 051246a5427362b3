/** Reads GeoTIFF files as fields and images. */
import {
  chooseImage,
  photometrics,
  readBands,
  readPlanes,
  refuse,
  sourceOf,
  tags,
  type Band,
  type ByteSource,
  type ChosenImage,
  type Plane,
  type RangedFile,
} from '@severe/tiff';
import type { Field } from '../field.ts';
import { wordOf, type ColourImage } from '../colour-image.ts';
import { imageWithinMap, withinMap } from './longitudes.ts';
import { packNumbers } from './pack-numbers.ts';

interface GeotiffOptions {
  /** Zoom of a map: the smallest overview with a cell for every pixel is read. The full image if absent. */
  zoom?: number;
}

/** A field, and the units of its values if the file tells them. */
type GeotiffField = Field & { units?: string };

/**
 * Reads one band of a GeoTIFF as a field. Integers are kept, other numbers are packed; pixels that are nodata, not finite or
 * masked are `missing`. Of a ranged file only the directories and the blocks of the chosen image are fetched.
 *
 * @param options.band number of the band, from 0
 * @throws {DataError} `geotiff-…` for a damaged image, an image of colours, or one without a regular grid on a map; errors of `file.read`
 */
export function readGeotiffField(
  file: Uint8Array | RangedFile,
  options?: GeotiffOptions & { band?: number },
): Promise<GeotiffField> {
  return readField(sourceOf(file), options);
}

/**
 * Reads a GeoTIFF of colours as an image: red, green and blue with or without alpha, in 8 or 16 bits, or a palette.
 * Pixels that are masked, or of which all bands are nodata, are transparent.
 *
 * @throws {DataError} `geotiff-…` for an image without colours, and as `readGeotiffField`
 */
export function readGeotiffImage(file: Uint8Array | RangedFile, options?: GeotiffOptions): Promise<ColourImage> {
  return readColourImage(sourceOf(file), options);
}

/** @see readGeotiffField */
export async function readField(
  source: ByteSource,
  { band = 0, zoom }: GeotiffOptions & { band?: number } = {},
): Promise<GeotiffField> {
  const image = await source.load(() => chooseImage(source, zoom));
  const { layout, geometry, southUp } = image;
  const { width, height } = layout;
  const bands = await source.load(() => readBands(image.first, layout));
  if (bands[band]?.name === 'red') refuse('unknown', 'the image holds colours; values are needed');
  const [plane] = await readPlanes(source, layout, bands, [band]);
  const shown = await readMask(source, image);
  const { nodata, scale, offset, units } = bands[band];
  const numbers = shown ? masked(plane, shown) : plane;
  const packed = packNumbers(southUp ? flipped(numbers, width) : numbers, (value) => value === nodata);
  const field = withinMap({
    width,
    height,
    ...packed,
    scale: packed.scale * scale,
    offset: offset + packed.offset * scale,
    geometry,
  });
  return units === null ? field : { ...field, units };
}

/** @see readGeotiffImage */
export async function readColourImage(source: ByteSource, { zoom }: GeotiffOptions = {}): Promise<ColourImage> {
  const image = await source.load(() => chooseImage(source, zoom));
  const { layout, geometry, southUp } = image;
  const { width, height, kind, bits } = layout;
  if (kind !== 'uint' || (bits !== 8 && bits !== 16)) {
    refuse('unknown', `samples of ${bits} bits in format "${kind}" are not colours`);
  }
  const bands = await source.load(() => readBands(image.first, layout));
  const read = layout.photometric === photometrics.palette ? palettePixels : mixedPixels;
  const pixels = await read(source, image, bands);
  const shown = await readMask(source, image);
  if (shown) for (let i = 0; i < pixels.length; i++) if (shown[i] === 0) pixels[i] = 0;
  return imageWithinMap({ width, height, pixels: southUp ? flipped(pixels, width) : pixels, geometry });
}

async function mixedPixels(source: ByteSource, { layout }: ChosenImage, bands: Band[]): Promise<Uint32Array> {
  const indexOf = (name: string) => bands.findIndex((band) => band.name === name);
  const wanted = ['red', 'green', 'blue'].map(indexOf);
  if (wanted.includes(-1))
    refuse('unknown', `the image has the bands ${bands.map(({ name }) => name).join(', ')}, not red, green and blue`);
  const alpha = indexOf('alpha');
  const planes = await readPlanes(source, layout, bands, alpha < 0 ? wanted : [...wanted, alpha]);
  const [red, green, blue, opacity] = planes;
  const shift = layout.bits - 8;
  const { nodata } = bands[wanted[0]];
  const pixels = new Uint32Array(red.length);
  for (let i = 0; i < pixels.length; i++) {
    if (red[i] === nodata && green[i] === nodata && blue[i] === nodata) continue;
    const word = wordOf(red[i] >> shift, green[i] >> shift, blue[i] >> shift, opacity ? opacity[i] >> shift : 255);
    pixels[i] = word >>> 24 === 0 ? 0 : word;
  }
  return pixels;
}

/** @see TIFF revision 6.0, section 5: all reds, then all greens, then all blues, in 16 bits */
async function palettePixels(source: ByteSource, { first, layout }: ChosenImage, bands: Band[]): Promise<Uint32Array> {
  const map = await source.load(() => first.numbers(tags.colourMap));
  const count = 2 ** layout.bits;
  if (map.length !== 3 * count) refuse('damaged', `a palette of ${map.length} numbers, ${3 * count} are needed`);
  const { nodata } = bands[0];
  const words = Uint32Array.from({ length: count }, (_, i) =>
    i === nodata ? 0 : wordOf(map[i] >> 8, map[count + i] >> 8, map[2 * count + i] >> 8),
  );
  const [codes] = await readPlanes(source, layout, bands, [0]);
  return Uint32Array.from(codes, (code) => words[code]);
}

/** Not 0 for pixels that belong to the image; undefined for a file without a mask. */
async function readMask(source: ByteSource, { mask }: ChosenImage): Promise<Plane | undefined> {
  if (!mask) return undefined;
  const [plane] = await readPlanes(source, mask, [{ name: 'mask', units: null, scale: 1, offset: 0, nodata: undefined }], [0]); // prettier-ignore
  return plane;
}

function masked(plane: Plane, shown: Plane): Float64Array {
  return Float64Array.from(plane, (value, i) => (shown[i] === 0 ? NaN : value));
}

/** A copy with the rows in reverse order. */
function flipped<T extends Plane>(plane: T, width: number): T {
  const result = plane.slice() as T;
  const height = plane.length / width;
  for (let row = 0; row < height; row++) {
    result.set(plane.subarray(row * width, (row + 1) * width), (height - 1 - row) * width);
  }
  return result;
}
