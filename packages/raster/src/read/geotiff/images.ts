import type { GridShape } from '../../project/bounds.ts';
import { boundsOf } from '../../project/bounds.ts';
import { tileSize } from '../../project/latlon.ts';
import { readDirectories, type Directory } from './directory.ts';
import { readLayout, type Layout } from './layout.ts';
import { placedImage, type PlacedImage } from './place/geometry.ts';
import { refuse } from './refuse.ts';
import { subfiles, tags } from './tags.ts';

/** One of the sizes in which a file has its image. */
export interface PlacedLayout extends PlacedImage {
  /** What is said of all sizes is said here. */
  first: Directory;
  layout: Layout;
  /** Which pixels belong to the picture, where a page of the file says so. */
  mask?: Layout;
}

/**
 * The image of a file, or the least of its overviews that still has a cell for every pixel of a map at `zoom`.
 *
 * @throws {DataError} `geotiff-…`
 */
export function chooseImage(bytes: Uint8Array, zoom = Infinity): PlacedLayout {
  const directories = readDirectories(bytes);
  const [first] = directories;
  const full = readLayout(first);
  const { geometry, southUp } = placedImage(first, full.height);
  const { width, height } = full;
  const sized = (directory: Directory): Layout | undefined => {
    const kind = directory.number(tags.newSubfileType, 0);
    return (kind & subfiles.reduced) !== 0 && (kind & subfiles.mask) === 0 ? readLayout(directory) : undefined;
  };
  const overviews = Number.isFinite(zoom) ? directories.slice(1).flatMap((each) => sized(each) ?? []) : [];
  const [west, , east] = zoom < Infinity ? boundsOf({ geometry, width, height }) : [0, 0, 0, 0];
  const needed = ((east - west) / 360) * tileSize * 2 ** zoom; // pixels across
  const layout = overviews
    .filter((each) => each.bands === full.bands && each.width >= needed && each.width < width)
    .reduce((least, each) => (each.width < least.width ? each : least), full);
  const masks = directories
    .filter((each) => (each.number(tags.newSubfileType, 0) & subfiles.mask) !== 0)
    .map(readLayout);
  return {
    first,
    layout,
    southUp,
    geometry: layout === full ? geometry : resized({ geometry, width, height }, layout),
    mask: masks.find((each) => each.width === layout.width && each.height === layout.height),
  };
}

/** The same outer edges, divided otherwise. */
function resized(
  { geometry, width, height }: GridShape,
  { width: columns, height: rows }: Layout,
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
