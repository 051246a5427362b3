/**
 * Tiles drawn the plain way: coordinates from proj4, values as floats, cells looked at one by one. Nothing here is
 * shared with the code under test, and nothing is fast.
 */
import proj4 from 'proj4';
import type { Tile } from '@severe/geo';

/** Half the width of the Web Mercator square, in metres. */
const half = Math.PI * 6378137;
const tileSize = 256;

export interface ReferenceLook {
  reduce: 'maximum' | 'minimum' | 'largest-magnitude' | 'mean';
  threshold?: number;
  palette: [number, string][];
}

/** Values in map order, row 0 northmost; NaN where there is none. */
export interface ReferenceGrid {
  width: number;
  height: number;
  values: Float32Array | Float64Array;
}

/** Metres of a place in pixels of a zoom, counted over the world from the north-west. */
export function mercatorMetres(z: number, pixelX: number, pixelY: number): [x: number, y: number] {
  const perPixel = (2 * half) / (tileSize * 2 ** z);
  return [pixelX * perPixel - half, half - pixelY * perPixel];
}

/** A projection of proj4 without its front door, whose checks and copies cost most; angles are in radians. */
interface Projection {
  forward(place: { x: number; y: number }): { x: number; y: number };
  inverse(place: { x: number; y: number }): { x: number; y: number };
}

export function projectionOf(definition: string): Projection {
  const projection = new proj4.Proj(definition) as unknown as Projection;
  if (!definition.startsWith('+proj=longlat')) return projection;
  // What makes degrees of angles, and begins their count elsewhere, is in the front door.
  const { forward } = proj4('EPSG:4326', definition);
  const degrees = 180 / Math.PI;
  return {
    ...projection,
    forward(place) {
      const [x, y] = forward([place.x * degrees, place.y * degrees]);
      return { x, y };
    },
  };
}

const map = projectionOf('EPSG:3857');

/** Longitudes of columns of pixels of a zoom, counted over the world, or latitudes of rows: one does not hang on the other. */
const lonAt = (z: number, pixel: number) => map.inverse({ x: mercatorMetres(z, pixel, 0)[0], y: 0 }).x;
const latAt = (z: number, pixel: number) => map.inverse({ x: 0, y: mercatorMetres(z, 0, pixel)[1] }).y;

/** The rule over a set of values. */
export function reduceValues(values: number[], rule: ReferenceLook['reduce']): number {
  const present = values.filter((value) => !Number.isNaN(value));
  if (present.length === 0) return NaN;
  if (rule === 'maximum') return Math.max(...present);
  if (rule === 'minimum') return Math.min(...present);
  if (rule === 'mean') return present.reduce((sum, value) => sum + value, 0) / present.length;
  return present.reduce((most, value) => (Math.abs(value) > Math.abs(most) ? value : most));
}

/** The colour of a value as 0xRRGGBBAA, 0 for clear: stop i covers [value_i, value_i+1). */
export function colourOf(value: number, { palette, threshold = -Infinity }: ReferenceLook): number {
  if (Number.isNaN(value) || value < threshold) return 0;
  const stop = palette.filter(([from]) => value >= from).at(-1);
  return stop ? Number.parseInt(`${stop[1].slice(1)}ff`, 16) : 0;
}

/** First and last cell of a range of pixels along one axis: all that a large pixel touches, else the one under it. */
function cellRange(low: number, centre: number, high: number): [first: number, last: number] {
  // Cell i reaches from i - 0.5 to i + 0.5. Edges that agree to a hundred-millionth of a cell are the same edge.
  const same = 1e-8;
  if (high - low <= 1 + same) return [Math.round(centre), Math.round(centre)];
  return [Math.ceil(low - 0.5 + same), Math.floor(high + 0.5 - same)];
}

interface LatLonPlace {
  west: number;
  north: number;
  step: number;
}

/** Draws tiles of a latitude/longitude grid. */
export function latLonReference(grid: ReferenceGrid, { west, north, step }: LatLonPlace, look: ReferenceLook) {
  const toLonLat = proj4('EPSG:3857', 'EPSG:4326');
  const columnAt = (z: number, pixel: number) => (toLonLat.forward(mercatorMetres(z, pixel, 0))[0] - west) / step;
  const rowAt = (z: number, pixel: number) => (north - toLonLat.forward(mercatorMetres(z, 0, pixel))[1]) / step;
  const colour = remembered((value) => colourOf(value, look));

  return ({ z, x, y }: Tile): Uint32Array => {
    const ranges = (at: (z: number, pixel: number) => number, start: number) =>
      Array.from({ length: tileSize }, (_, i) =>
        cellRange(at(z, start + i), at(z, start + i + 0.5), at(z, start + i + 1)),
      );
    const columns = ranges(columnAt, x * tileSize);
    const rows = ranges(rowAt, y * tileSize);
    const pixels = new Uint32Array(tileSize * tileSize);
    rows.forEach(([top, bottom], py) => {
      columns.forEach(([left, right], px) => {
        pixels[py * tileSize + px] = colour(reduceBox(grid, look.reduce, left, right, top, bottom));
      });
    });
    return pixels;
  };
}

/** The rule over the cells of a box, those outside the grid left out. */
export function reduceBox(
  { width, height, values }: ReferenceGrid,
  rule: ReferenceLook['reduce'],
  left: number,
  right: number,
  top: number,
  bottom: number,
): number {
  let [most, sum, count] = [NaN, 0, 0];
  for (let row = Math.max(0, top); row <= Math.min(height - 1, bottom); row++) {
    for (let column = Math.max(0, left); column <= Math.min(width - 1, right); column++) {
      const value = values[row * width + column];
      if (Number.isNaN(value)) continue;
      sum += value;
      count++;
      if (count === 1 || isBetter(value, most, rule)) most = value;
    }
  }
  return rule === 'mean' ? sum / count : most;
}

function isBetter(value: number, most: number, rule: ReferenceLook['reduce']): boolean {
  if (rule === 'maximum') return value > most;
  if (rule === 'minimum') return value < most;
  return Math.abs(value) > Math.abs(most) || (Math.abs(value) === Math.abs(most) && value > most);
}

interface LambertPlace {
  /** A proj4 definition. */
  projection: string;
  x0: number;
  y0: number;
  step: number;
}

/**
 * Draws tiles of a Lambert grid. The footprint of a pixel is spanned by the two derivatives of the projection, which
 * are taken from proj4 numerically; the rule looks at the box round it.
 */
export function lambertReference(grid: ReferenceGrid, place: LambertPlace, look: ReferenceLook) {
  const plane = projectionOf(place.projection);
  const by = 0.01; // of a pixel, to both sides
  const colour = remembered((value) => colourOf(value, look));

  /** Pixels whose centres lie at these columns and rows: their cells, and the sides of the boxes round them, in cells. */
  const pixelsAt = (z: number, columns: number[], rows: number[]) => {
    const [lons, easts, wests] = [0, by, -by].map((off) => columns.map((pixel) => lonAt(z, pixel + off)));
    const [lats, souths, norths] = [0, by, -by].map((off) => rows.map((pixel) => latAt(z, pixel + off)));
    return {
      cellOf(i: number, j: number): { column: number; row: number } {
        const { x, y } = plane.forward({ x: lons[i], y: lats[j] });
        return { column: (x - place.x0) / place.step, row: (place.y0 - y) / place.step };
      },
      boxOf(i: number, j: number): { across: number; down: number } {
        const east = plane.forward({ x: easts[i], y: lats[j] });
        const west = plane.forward({ x: wests[i], y: lats[j] });
        const south = plane.forward({ x: lons[i], y: souths[j] });
        const north = plane.forward({ x: lons[i], y: norths[j] });
        return {
          across: (Math.abs(east.x - west.x) + Math.abs(south.x - north.x)) / (2 * by * place.step),
          down: (Math.abs(east.y - west.y) + Math.abs(south.y - north.y)) / (2 * by * place.step),
        };
      },
    };
  };
  const isSmall = ({ across, down }: { across: number; down: number }) => Math.max(across, down) < 0.95;

  return ({ z, x, y }: Tile): Uint32Array => {
    const pixels = new Uint32Array(tileSize * tileSize);
    const few = [0, 64, 128, 192, 256];
    const spots = pixelsAt(
      z,
      few.map((dx) => x * tileSize + dx),
      few.map((dy) => y * tileSize + dy),
    );
    const allSmall = few.every((_, i) => few.every((__, j) => isSmall(spots.boxOf(i, j))));
    const centres = Array.from({ length: tileSize }, (_, i) => i + 0.5);
    const all = pixelsAt(
      z,
      centres.map((dx) => x * tileSize + dx),
      centres.map((dy) => y * tileSize + dy),
    );
    for (let py = 0; py < tileSize; py++) {
      for (let px = 0; px < tileSize; px++) {
        const { column, row } = all.cellOf(px, py);
        const reach = 100; // cells; no pixel is larger
        if (column < -reach || row < -reach || column > grid.width + reach || row > grid.height + reach) continue;
        const { across, down } = allSmall ? { across: 0, down: 0 } : all.boxOf(px, py);
        const [left, right] = cellRange(column - across / 2, column, column + across / 2);
        const [top, bottom] = cellRange(row - down / 2, row, row + down / 2);
        pixels[py * tileSize + px] = colour(reduceBox(grid, look.reduce, left, right, top, bottom));
      }
    }
    return pixels;
  };
}

/** Values repeat; their colours need not be looked for twice. */
function remembered(of: (value: number) => number): (value: number) => number {
  const known = new Map<number, number>();
  return (value) => {
    if (Number.isNaN(value)) return of(value); // most cells are empty
    const before = known.get(value);
    if (before !== undefined) return before;
    const result = of(value);
    if (known.size < 1e5) known.set(value, result);
    return result;
  };
}

/** A grid by any definition that proj4 knows. */
export interface PlanePlace {
  projection: string;
  x0: number;
  y0: number;
  stepX: number;
  stepY: number;
}

/**
 * Draws tiles of a grid of any projection, the box round the four corners of a pixel being what it touches. Corners
 * are cut off where the projection cuts the earth: those half a plane from the pixel's centre are not its corners.
 */
export function planeReference(grid: ReferenceGrid, place: PlanePlace, look: ReferenceLook) {
  const plane = projectionOf(place.projection);
  const misleading = place.projection.startsWith('+proj=tmerc');
  const cellOf = (lon: number, lat: number): [column: number, row: number] => {
    const { x, y } = plane.forward({ x: lon, y: lat });
    const cell: [number, number] = [(x - place.x0) / place.stepX, (place.y0 - y) / place.stepY];
    if (!misleading) return cell;
    // Far from its middle it puts places where others lie; they do not come back.
    if (!Number.isFinite(x) || !Number.isFinite(y)) return [NaN, NaN];
    const back = plane.inverse({ x, y });
    const aside = Math.abs(back.x - lon) % (2 * Math.PI);
    const same = 1e-7; // less than a metre
    return Math.min(aside, 2 * Math.PI - aside) < same && Math.abs(back.y - lat) < same ? cell : [NaN, NaN];
  };
  const colour = remembered((value) => colourOf(value, look));
  const rangeOf = (nw: number, ne: number, sw: number, se: number, centre: number): [number, number] => {
    const [low, high] = [Math.min(nw, ne, sw, se), Math.max(nw, ne, sw, se)];
    const whole = Math.abs(centre - (low + high) / 2) <= (high - low) / 4;
    return whole ? cellRange(low, centre, high) : cellRange(centre, centre, centre);
  };

  /** Whether a tile is so far away that no place between those that are looked at lies on the grid. */
  const isBeside = ({ z, x, y }: Tile): boolean => {
    const spots = Array.from({ length: 17 * 17 }, (_, i) =>
      cellOf(lonAt(z, x * tileSize + 16 * (i % 17)), latAt(z, y * tileSize + 16 * Math.floor(i / 17))),
    );
    const apart = (a: number, b: number) => Math.hypot(spots[a][0] - spots[b][0], spots[a][1] - spots[b][1]);
    const reach = Math.max(
      ...spots.map((_, i) => Math.max(i % 17 ? apart(i, i - 1) : 0, i > 16 ? apart(i, i - 17) : 0)),
    );
    const aside = (cell: number, size: number) => cell < -reach || cell > size + reach;
    return spots.every(([column, row]) => aside(column, grid.width) || aside(row, grid.height));
  };

  return ({ z, x, y }: Tile): Uint32Array => {
    const pixels = new Uint32Array(tileSize * tileSize);
    if (isBeside({ z, x, y })) return pixels;
    const halves = Array.from({ length: 2 * tileSize + 1 }, (_, i) => i / 2);
    const lons = halves.map((dx) => lonAt(z, x * tileSize + dx));
    const lats = halves.map((dy) => latAt(z, y * tileSize + dy));
    const rowOfCorners = (py: number) =>
      Array.from({ length: tileSize + 1 }, (_, px) => cellOf(lons[2 * px], lats[2 * py]));
    let above = rowOfCorners(0);
    for (let py = 0; py < tileSize; py++) {
      const below = rowOfCorners(py + 1);
      for (let px = 0; px < tileSize; px++) {
        const [column, row] = cellOf(lons[2 * px + 1], lats[2 * py + 1]);
        const [nw, ne, sw, se] = [above[px], above[px + 1], below[px], below[px + 1]];
        const [left, right] = rangeOf(nw[0], ne[0], sw[0], se[0], column);
        const [top, bottom] = rangeOf(nw[1], ne[1], sw[1], se[1], row);
        pixels[py * tileSize + px] = colour(reduceBox(grid, look.reduce, left, right, top, bottom));
      }
      above = below;
    }
    return pixels;
  };
}
