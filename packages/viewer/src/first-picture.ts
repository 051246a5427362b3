import { clampLatitude, mercatorX, mercatorY, tileRange } from '@severe/geo';
import type { Position } from './home.ts';
import type { Frame } from './layers/layer.ts';

/** A tile on the screen, in pixels from the middle of the map. */
interface PlacedTile {
  url: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Pixels along each side of the whole world at zoom 0. */
const worldPixels = 512;

const container = () => document.getElementById('first-picture');

/**
 * Draws a frame as plain images where the map will draw it. Until the map library has loaded, compiled its shaders and
 * drawn the same frame, this is what the page shows. An incomplete picture is removed: blank would look like clear weather.
 *
 * @returns whether the frame is drawn; not after `endFirstPicture`, and not a frame that is part of a film strip
 */
export function drawFirstPicture(frame: Frame, position: Position, opacity: number): boolean {
  const place = container();
  if (!place || frame.tiles.includes('#')) return false;
  place.hidden = false; // hidden, it has no size
  const size = { width: place.clientWidth, height: place.clientHeight };
  place.replaceChildren(...tilesInSight(frame, position, size).map((tile) => imageOf(tile, opacity)));
  return true;
}

/** Removes the picture, because the map shows the frame itself or shows something else. */
export function endFirstPicture(): void {
  container()?.remove();
}

/** The tiles of a frame that are in sight, those in the middle first. The level is that which the map library chooses. */
function tilesInSight(
  { tiles, tileSize, deepest, bounds }: Pick<Frame, 'tiles' | 'tileSize' | 'deepest' | 'bounds'>,
  { zoom, lat, lon }: Position,
  { width, height }: { width: number; height: number },
): PlacedTile[] {
  const z = Math.max(0, Math.min(deepest, Math.round(zoom + Math.log2(worldPixels / tileSize))));
  const count = 2 ** z;
  const side = (worldPixels * 2 ** zoom) / count;
  const middle = { x: mercatorX(lon) * count, y: mercatorY(clampLatitude(lat)) * count };
  const range = bounds && tileRange(bounds, z);
  const columns = spanOf(middle.x, width / side / 2).filter((x) => !range || (x >= range.minX && x <= range.maxX));
  const rows = spanOf(middle.y, height / side / 2)
    .filter((y) => y >= 0 && y < count)
    .filter((y) => !range || (y >= range.minY && y <= range.maxY));
  const distance = ({ x, y }: { x: number; y: number }) => Math.hypot(x + 0.5 - middle.x, y + 0.5 - middle.y);
  const wanted = rows.flatMap((y) => columns.map((x) => ({ x, y }))).toSorted((a, b) => distance(a) - distance(b));
  const edge = (tile: number, from: number) => Math.round((tile - from) * side);
  return wanted.map(({ x, y }) => ({
    url: tiles
      .replace('{z}', String(z))
      .replace('{x}', String(((x % count) + count) % count)) // the world repeats beyond the antimeridian
      .replace('{y}', String(y)),
    left: edge(x, middle.x),
    top: edge(y, middle.y),
    width: edge(x + 1, middle.x) - edge(x, middle.x),
    height: edge(y + 1, middle.y) - edge(y, middle.y),
  }));
}

/** The tiles of one axis that lie within `reach` of the middle, in units of tiles. */
function spanOf(middle: number, reach: number): number[] {
  const first = Math.floor(middle - reach);
  return Array.from({ length: Math.ceil(middle + reach) - first }, (_, i) => first + i);
}

function imageOf({ url, left, top, width, height }: PlacedTile, opacity: number): HTMLImageElement {
  const image = new Image();
  image.alt = '';
  image.decoding = 'async';
  image.addEventListener('error', endFirstPicture);
  const style = {
    left: `calc(50% + ${left}px)`,
    top: `calc(50% + ${top}px)`,
    width: `${width}px`,
    height: `${height}px`,
  };
  Object.assign(image.style, style, { opacity: String(opacity) });
  image.src = url;
  return image;
}
