import { DataError } from '@severe/base';
import { findProduct, frameId, sources, type Family, type RasterProduct } from '@severe/catalogue';
import { contains } from '@severe/geo';
import {
  boundsOf,
  centreOf,
  drawFrame,
  drawPictureFrame,
  encodeCog,
  encodePicture,
  releaseField,
  type Field,
  type GridShape,
} from '@severe/raster';
import type { Raw } from './raw.ts';
import { readProduct } from './read-product.ts';
import type { Made, RenderJob } from './job.ts';

/**
 * A file becomes the field or the picture that a product shows, with its tiles.
 *
 * @throws {DataError} when it is unreadable, of another place, or without any data
 */
export async function makeGrid(job: RenderJob, raw: Raw): Promise<Made> {
  const product = findProduct(job.family as Family, job.product);
  if (!product) throw new DataError('unknown-product', `there is no product ${job.family}/${job.product}`);
  const content = await readProduct(raw, product, job.validAt);
  checkPlace(content, product);
  const options = { name: frameId(job), attribution: sources.find(({ id }) => id === product.family)?.attribution };
  if ('pixels' in content) {
    const drawn = drawPictureFrame(content, { ...options, maxZoom: product.maxPrerenderedZoom });
    return { drawn, values: encodePicture(content) };
  }
  checkSeen(content);
  const drawn = product.valuesOnly ? undefined : drawFrame(content, product, options);
  const values = encodeCog(content, { reduce: product.reduce, units: product.units ?? undefined });
  releaseField(content);
  return { drawn, values };
}

/** Rounding of declared corners, and cells that reach half out. */
const toleranceDeg = 1;

/** A file of another region under the right name would be drawn, and be wrong. */
function checkPlace(shape: GridShape, { family, bounds, id }: RasterProduct): void {
  const found = boundsOf(shape);
  const centre = centreOf(shape);
  // A sector may reach beyond the antimeridian, and the whole disk has its middle elsewhere.
  if (family === 'satellite' && centre && contains(bounds, centre.lon, centre.lat)) return;
  const [west, south, east, north] = bounds;
  const beyond = [west - found[0], south - found[1], found[2] - east, found[3] - north];
  if (beyond.some((degrees) => degrees > toleranceDeg)) {
    const [is, needed] = [found, [west, south, east, north]].map((box) =>
      box.map((side) => side.toFixed(2)).join(', '),
    );
    throw new DataError('wrong-place', `the grid covers ${is}; ${id} covers ${needed}`);
  }
}

/** A mosaic that looked nowhere is no clear sky: the last good frame stays the newest one. */
function checkSeen({ packed, absent, width, height }: Field): void {
  const missing = new Set(absent.filter(({ means }) => means === 'missing').map(({ code }) => code));
  if (missing.size > 0 && packed.every((code: number) => missing.has(code))) {
    throw new DataError('all-missing', `all of the ${width} × ${height} cells are missing`);
  }
}
