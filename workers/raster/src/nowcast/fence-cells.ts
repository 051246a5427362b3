import type { Position, Ring } from '@severe/geo';
import type { LatLonGeometry } from '@severe/raster';

/** A grid in longitude and latitude. */
export interface FenceGrid {
  width: number;
  height: number;
  geometry: LatLonGeometry;
}

/** What a geofence is stored as: areas, points or lines that do not cross the antimeridian. */
export interface Fence {
  type: string;
  coordinates: unknown[];
}

/** Part of a cell between two points of an outline. */
const outlineStep = 0.5;

/** The cells of a grid that a geofence touches: those on its outline, and those whose centre it holds. */
export function cellsOf({ type, coordinates }: Fence, grid: FenceGrid): number[] {
  const rings = ringsIn(coordinates);
  const cells = new Set<number>();
  for (const ring of rings) addOutline(ring, grid, cells);
  if (type.endsWith('Polygon')) addInside(rings, grid, cells);
  return [...cells];
}

/** All lists of positions, of which a position alone is one. */
function ringsIn(value: unknown[]): Ring[] {
  if (typeof value[0] === 'number') return [[value as Position]];
  const [first] = value as unknown[][];
  return typeof first[0] === 'number' ? [value as Ring] : (value as unknown[][]).flatMap(ringsIn);
}

/** A position in cells, whose centres are whole numbers. */
const placeIn = ({ west, north, stepLon, stepLat }: LatLonGeometry, [lon, lat]: Position): [x: number, y: number] => [
  (lon - west) / stepLon,
  (north - lat) / stepLat,
];

function addOutline(ring: Ring, { width, height, geometry }: FenceGrid, cells: Set<number>): void {
  let [x, y] = placeIn(geometry, ring[0]);
  const add = (): void => {
    const [column, row] = [Math.round(x), Math.round(y)];
    if (column >= 0 && row >= 0 && column < width && row < height) cells.add(row * width + column);
  };
  add();
  for (const position of ring.slice(1)) {
    const [toX, toY] = placeIn(geometry, position);
    const steps = Math.ceil(Math.max(Math.abs(toX - x), Math.abs(toY - y)) / outlineStep);
    const [fromX, fromY] = [x, y];
    for (let step = 1; step <= steps; step++) {
      [x, y] = [fromX + ((toX - fromX) * step) / steps, fromY + ((toY - fromY) * step) / steps];
      add();
    }
    [x, y] = [toX, toY];
  }
}

/** Adds cells by the even-odd rule: a centre is inside if an odd number of edges is west of it in its row. */
function addInside(rings: readonly Ring[], { width, height, geometry }: FenceGrid, cells: Set<number>): void {
  const crossings = new Map<number, number[]>();
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const [[x, y], [toX, toY]] = [ring[i - 1], ring[i]].map((position) => placeIn(geometry, position));
      const [top, bottom] = [Math.max(0, Math.ceil(Math.min(y, toY))), Math.min(height, Math.ceil(Math.max(y, toY)))];
      for (let row = top; row < bottom; row++) {
        const at = x + ((toX - x) * (row - y)) / (toY - y);
        const known = crossings.get(row);
        if (known) known.push(at);
        else crossings.set(row, [at]);
      }
    }
  }
  for (const [row, places] of crossings) {
    places.sort((one, other) => one - other);
    for (let i = 0; i + 1 < places.length; i += 2) {
      const last = Math.min(width - 1, Math.floor(places[i + 1]));
      for (let column = Math.max(0, Math.ceil(places[i])); column <= last; column++) cells.add(row * width + column);
    }
  }
}
