import { DataError } from '@severe/base';
import { clampLatitude, mercatorY, tileSize } from '@severe/geo';
import { boundsOf, type GridShape } from '@severe/projection';
import {
  type ByteSource,
  type Directory,
  type ImageLayout,
  isMask,
  isOverview,
  readDirectories,
  readImageLayout,
} from '@severe/tiff/container';
import { refuse } from '@severe/tiff';
import { placedImage, type PlacedImage } from './place/geometry.ts';

/** One of the sizes in which a file has its image. */
export interface PlacedLayout extends PlacedImage {
  /** What is said of all sizes is said here. */
  first: Directory;
  layout: ImageLayout;
  /** Which pixels belong to the picture, where a page of the file says so. */
  mask?: ImageLayout;
}

/**
 * The image of a file, or the least of its overviews that still has a cell for every pixel of a map at `zoom`: as many
 * columns and rows as the map has pixels from one edge to the other.
 *
 * @throws {DataError} `geotiff-…`
 */
export function chooseImage(octets: ByteSource, zoom = Infinity): PlacedLayout {
  const [first, ...others] = readDirectories(octets);
  const full = readImageLayout(first);
  const { geometry, southUp } = placedImage(first, full.height);
  const { width, height } = full;
  const masks = others.filter(isMask).map(readImageLayout);
  const maskOf = (image: ImageLayout) =>
    masks.find((each) => each.width === image.width && each.height === image.height);
  const pixels = zoom < Infinity ? pixelsOf({ geometry, width, height }, zoom) : { across: 0, down: 0 };
  const serves = (copy: ImageLayout): boolean =>
    copy.width >= pixels.across &&
    copy.height >= pixels.down &&
    isCopy(copy, full) &&
    (maskOf(copy) !== undefined || maskOf(full) === undefined);
  const copies = zoom < Infinity ? others.filter(isOverview).flatMap(readable) : [];
  const layout = copies.filter(serves).reduce((least, each) => (each.width < least.width ? each : least), full);
  return {
    first,
    layout,
    southUp,
    geometry: layout === full ? geometry : resized({ geometry, width, height }, layout),
    mask: maskOf(layout),
  };
}

/** How many pixels of a map lie between the edges of a grid. */
function pixelsOf(shape: GridShape, zoom: number): { across: number; down: number } {
  const [west, south, east, north] = boundsOf(shape);
  const [top, bottom] = [north, south].map((lat) => mercatorY(clampLatitude(lat)));
  const world = tileSize * 2 ** zoom;
  return { across: ((east - west) / 360) * world, down: (bottom - top) * world };
}

/** Smaller, and of the same samples: a thumbnail is marked as an overview is. */
function isCopy(copy: ImageLayout, { width, bands, kind, bits }: ImageLayout): boolean {
  return copy.width < width && copy.bands === bands && copy.kind === kind && copy.bits === bits;
}

/** The image is whole without an overview that cannot be read. */
function readable(directory: Directory): ImageLayout[] {
  try {
    return [readImageLayout(directory)];
  } catch (error) {
    if (error instanceof DataError) return [];
    throw error;
  }
}

/** The same outer edges, divided otherwise. */
function resized(
  { geometry, width, height }: GridShape,
  { width: columns, height: rows }: ImageLayout,
): GridShape['geometry'] {
  const [across, down] = [width / columns, height / rows];
  if (geometry.kind === 'latlon') {
    const { west, north, stepLon, stepLat } = geometry;
    const [lon, lat] = [stepLon * across, stepLat * down];
    return {
      ...geometry,
      west: west + (lon - stepLon) / 2,
      north: north - (lat - stepLat) / 2,
      stepLon: lon,
      stepLat: lat,
    };
  }
  if (geometry.kind === 'lambert') return refuse('unknown', 'a Lambert grid on a sphere comes as any projection does');
  const { x0, y0, stepX, stepY } = geometry;
  const [x, y] = [stepX * across, stepY * down];
  return { ...geometry, x0: x0 + (x - stepX) / 2, y0: y0 - (y - stepY) / 2, stepX: x, stepY: y };
}
