import { DataError } from '@severe/base';
import { findProduct, frameId, sources, type Family, type RasterProduct } from '@severe/catalogue';
import { contains } from '@severe/geo';
import {
  boundsOf,
  centreOf,
  drawFrame,
  drawColourImageFrame,
  encodeCog,
  encodeColourImage,
  releaseField,
  smallBlockSize,
  type Field,
  type GridShape,
} from '@severe/raster';
import type { Raw } from './raw.ts';
import { readProduct } from './read-product.ts';
import type { FrameContents, RenderJob } from './job.ts';

/**
 * Makes the field or image of a product from a file, with its tiles.
 *
 * @throws {DataError} if the file is unreadable, of another product, covers another area, or has no data
 */
export async function makeGrid(job: RenderJob, raw: Raw): Promise<FrameContents> {
  const product = findProduct(job.family as Family, job.product);
  if (!product) throw new DataError('unknown-product', `there is no product ${job.family}/${job.product}`);
  const content = await readProduct(raw, product, { frame: job, anyRecords: job.anyRecords, anyTimes: job.anyTimes });
  checkPlace(content, product);
  const options = { name: frameId(job), attribution: sources.find(({ id }) => id === product.family)?.attribution };
  if ('pixels' in content) {
    const drawn = drawColourImageFrame(content, { ...options, maxZoom: product.maxPrerenderedZoom });
    return { drawn, values: encodeColourImage(content) };
  }
  checkSeen(content);
  const drawn = product.valuesOnly ? undefined : drawFrame(content, product, options);
  const side = job.smallBlocks && product.source.feed === 'model' ? smallBlockSize : undefined;
  const values = encodeCog(content, { reduce: product.reduce, units: product.units ?? undefined, side });
  releaseField(content);
  return { drawn, values };
}

/** For rounding of declared corners, and half cells at the edge. */
const toleranceDeg = 1;

/** Refuses a grid of another area, which would otherwise be drawn in the wrong place. */
function checkPlace(shape: GridShape, { family, bounds, id }: RasterProduct): void {
  const found = boundsOf(shape);
  const centre = centreOf(shape);
  // A sector may extend beyond the antimeridian, and the centre of a full disk is elsewhere.
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

/** Refuses a mosaic without coverage: it is not a clear sky, and the last good frame stays the newest. */
function checkSeen({ packed, absent, width, height }: Field): void {
  const missing = new Set(absent.filter(({ means }) => means === 'missing').map(({ code }) => code));
  if (missing.size > 0 && packed.every((code: number) => missing.has(code))) {
    throw new DataError('all-missing', `all of the ${width} × ${height} cells are missing`);
  }
}
