import { DataError, UpstreamError } from '@severe/base';
import {
  findProduct,
  frameId,
  frameKeys,
  sources,
  type Family,
  type FrameFamily,
  type FrameName,
  type HrrrSource,
  type RasterProduct,
} from '@severe/catalogue';
import type { Objects } from '@severe/platform';
import {
  boundsOf,
  drawFrame,
  encodeCog,
  readGrib2Field,
  releaseField,
  type DrawnFrame,
  type Field,
} from '@severe/raster';
import type { Failpoint } from './failpoint.ts';
import { makeImagery } from './make-imagery.ts';
import { makeVolume } from './make-volume.ts';

/** What to make: a frame, of which file, and under which name this attempt stores its objects. */
export interface RenderJob extends FrameName {
  rawKey: string;
  build: string;
}

/** What was made and stored. `tilesKey` is null for a product that has no tiles. */
export interface FrameReport {
  tilesKey: string | null;
  tilesBytes: number;
  valuesKey: string;
  valuesBytes: number;
  /** How many tiles hold something. */
  tiles: number;
}

/**
 * A provider's file becomes the two objects of a frame: read its values, draw its tiles, store both, and see that the
 * store has what it was given. Nobody sees the objects until a row names them.
 *
 * @throws {DataError} when the file is missing, unreadable, of another place, or without any data
 * @throws {UpstreamError} when the store is away, or gives back something else
 */
export async function renderFrame(
  job: RenderJob,
  objects: Objects,
  failpoint: Failpoint = () => undefined,
): Promise<FrameReport> {
  const make = makers[job.family];
  const raw = await objects.get(job.rawKey);
  if (!raw) throw new DataError('raw-missing', `${job.rawKey} is not in the object store`);
  const { values, drawn } = await make(job, raw);

  const keys = frameKeys(job, job.build);
  failpoint('raster.before-tiles');
  if (drawn) await store(objects, keys.tiles, drawn.tiles, 'application/vnd.pmtiles');
  failpoint('raster.after-tiles');
  await store(objects, keys.values, values, 'image/tiff; application=geotiff; profile=cloud-optimized');
  failpoint('raster.after-values');
  return {
    tilesKey: drawn ? keys.tiles : null,
    tilesBytes: drawn?.tiles.length ?? 0,
    valuesKey: keys.values,
    valuesBytes: values.length,
    tiles: drawn?.perZoom.reduce((sum, count) => sum + count, 0) ?? 0,
  };
}

/** The bytes of both objects; what has no tiles of its own is drawn from its values when it is asked for. */
export interface Made {
  values: Uint8Array;
  drawn?: DrawnFrame;
}

const makers: Record<FrameFamily, (job: RenderJob, raw: Uint8Array) => Made | Promise<Made>> = {
  radar: makeGrid,
  satellite: makeImagery,
  hrrr: makeGrid,
  nexrad: makeVolume,
};

function makeGrid(job: RenderJob, raw: Uint8Array): Made {
  const product = findProduct(job.family as Family, job.product);
  if (!product) throw new DataError('unknown-product', `there is no product ${job.family}/${job.product}`);
  const field = readGrib2Field(raw, fieldSpecOf(product));
  checkPlace(field, product);
  checkSeen(field);
  const drawn = product.valuesOnly
    ? undefined
    : drawFrame(field, product, { name: frameId(job), ...creditOf(product) });
  const values = encodeCog(field, { reduce: product.reduce, units: product.units ?? undefined });
  releaseField(field);
  return { drawn, values };
}

/** What reading needs to know of a product; a mosaic is a single message in the units of its values. */
function fieldSpecOf({ source, nothing, missing }: RasterProduct): Parameters<typeof readGrib2Field>[1] {
  if (source.feed === 'mrms') return { nothing, missing };
  const { derive, scale, offset, step } = source as HrrrSource;
  return { nothing, missing, derive, scale, offset, step };
}

/** Rounding of declared corners, and cells that reach half out. */
const toleranceDeg = 1;

/** A file of another region under the right name would be drawn, and be wrong. */
function checkPlace(field: Field, { bounds: [west, south, east, north], id }: RasterProduct): void {
  const found = boundsOf(field);
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

/** Puts an object, and reads it back: a frame is announced on the strength of what the store has, not of what it said. */
async function store(objects: Objects, key: string, body: Uint8Array, type: string): Promise<void> {
  await objects.put(key, body, { type });
  const stored = await objects.get(key);
  if (!stored || Buffer.compare(stored, body) !== 0) {
    const found = stored ? `${stored.length} other bytes` : 'nothing';
    throw new UpstreamError('object store', `${key} was put with ${body.length} bytes and reads back as ${found}`);
  }
}

function creditOf({ family }: RasterProduct): { attribution?: string } {
  return { attribution: sources.find(({ id }) => id === family)?.attribution };
}
