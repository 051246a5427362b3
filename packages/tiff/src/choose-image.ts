import { DataError } from '@severe/base';
import { clampLatitude, mercatorY, tileSize } from '@severe/geo';
import { boundsOf, type Geometry, type GridShape } from '@severe/projection';
import { isMask, isOverview, readDirectories, type Directory } from './directory.ts';
import { readImageLayout, type ImageLayout } from './image-layout.ts';
import { placeImage, type PlacedImage } from './place/geometry.ts';
import { refuse } from './refuse.ts';
import type { ByteSource } from './source/index.ts';

/** The image of a file, or one of its overviews. */
export interface ChosenImage extends PlacedImage {
  /** The first directory, which describes the bands of all sizes. */
  first: Directory;
  layout: ImageLayout;
  /** The transparency mask of the same size, if the file has one. */
  mask?: ImageLayout;
}

/**
 * The image of a file, or its smallest overview that still has a cell for every pixel of a map at `zoom`: as many columns
 * and rows as the map has pixels over the same area.
 *
 * @throws {DataError} `geotiff-…`
 */
export function chooseImage(source: ByteSource, zoom = Infinity): ChosenImage {
  const [first, ...others] = readDirectories(source);
  const full = readImageLayout(first);
  const { geometry, southUp } = placeImage(first, full.height);
  const { width, height } = full;
  const masks = others.filter(isMask).map(readImageLayout);
  const maskOf = (image: ImageLayout) =>
    masks.find((each) => each.width === image.width && each.height === image.height);
  const pixels = zoom < Infinity ? pixelsOf({ geometry, width, height }, zoom) : { across: 0, down: 0 };
  const suffices = (copy: ImageLayout): boolean =>
    copy.width >= pixels.across &&
    copy.height >= pixels.down &&
    isCopy(copy, full) &&
    (maskOf(copy) !== undefined || maskOf(full) === undefined);
  const copies = zoom < Infinity ? others.filter(isOverview).flatMap(readableLayout) : [];
  const layout = copies.filter(suffices).reduce((least, each) => (each.width < least.width ? each : least), full);
  return {
    first,
    layout,
    southUp,
    geometry: layout === full ? geometry : resizeGeometry({ geometry, width, height }, layout),
    mask: maskOf(layout),
  };
}

/** Number of map pixels between the edges of a grid. */
function pixelsOf(shape: GridShape, zoom: number): { across: number; down: number } {
  const [west, south, east, north] = boundsOf(shape);
  const [top, bottom] = [north, south].map((lat) => mercatorY(clampLatitude(lat)));
  const world = tileSize * 2 ** zoom;
  return { across: ((east - west) / 360) * world, down: (bottom - top) * world };
}

/** Whether a smaller image has the same samples. Thumbnails are marked as overviews too, and may have others. */
function isCopy(copy: ImageLayout, { width, bands, kind, bits }: ImageLayout): boolean {
  return copy.width < width && copy.bands === bands && copy.kind === kind && copy.bits === bits;
}

/** An empty list for an overview that cannot be read: the image is complete without it. */
function readableLayout(directory: Directory): ImageLayout[] {
  try {
    return [readImageLayout(directory)];
  } catch (error) {
    if (error instanceof DataError) return [];
    throw error;
  }
}

/** The geometry of the same area with other numbers of columns and rows. */
function resizeGeometry(
  { geometry, width, height }: GridShape,
  { width: columns, height: rows }: ImageLayout,
): Geometry {
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
  if (geometry.kind === 'lambert') return refuse('unknown', 'GeoTIFF geometries are never of the kind lambert');
  const { x0, y0, stepX, stepY } = geometry;
  const [x, y] = [stepX * across, stepY * down];
  return { ...geometry, x0: x0 + (x - stepX) / 2, y0: y0 - (y - stepY) / 2, stepX: x, stepY: y };
}
