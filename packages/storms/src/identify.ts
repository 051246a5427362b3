import { foldLongitude, type Point, type Polygon } from '@severe/geo';
import { kmPerDegree, kmPerDegreeLon, type EchoGrid } from './echo-grid.ts';
import { findPixels } from './find-pixels.ts';
import { hullOf } from './hull.ts';
import { watershed, type Basin } from './watershed.ts';

/** A storm cell in one frame. */
export interface IdentifiedCell extends Point {
  /** Strongest echo, dBZ. */
  maxDbz: number;
  /** Area of the echo of at least `floorDbz`, km². */
  areaKm2: number;
  /** Convex hull of its pixels. */
  outline: Polygon;
  /** Indices of its pixels in the grid. */
  members: number[];
}

/** A storm cell is echo of at least this … */
const floorDbz = 35;
/** … whose maximum is at least this: the threshold of convection in radar climatologies. */
const leastPeakDbz = 45;
/** Smallest cell, km². */
const leastAreaKm2 = 25;
/** Depth of the saddle between two cells, dB. */
const depthDb = 5;
/** Smallest part above the saddle that is a cell of its own, km². */
const salientKm2 = 25;
/** The centre is that of the echo within this of the maximum, dB: the core moves with the storm, the rain around it grows. */
const coreDb = 10;

/** Finds the storm cells of a frame, strongest first. */
export function identifyCells(grid: EchoGrid): IdentifiedCell[] {
  const pixels = findPixels(grid, floorDbz);
  const { stepLon, stepLat, north } = grid.geometry;
  const middle = north - (stepLat * grid.height) / 2;
  const pixelKm2 = stepLat * kmPerDegree * stepLon * kmPerDegreeLon(middle);
  const basins = watershed(pixels, grid.width, grid.height, {
    depthDb,
    pixels: Math.max(2, Math.round(salientKm2 / pixelKm2)),
  });
  return basins
    .filter(({ peak }) => peak >= leastPeakDbz)
    .map((basin) => cellOf(basin, grid))
    .filter(({ areaKm2 }) => areaKm2 >= leastAreaKm2)
    .toSorted((a, b) => b.maxDbz - a.maxDbz || a.members[0] - b.members[0]);
}

function cellOf({ peak, members }: Basin, { width, packed, scale, offset, geometry }: EchoGrid): IdentifiedCell {
  const { west, north, stepLon, stepLat } = geometry;
  let [maxDbz, weights, lonSum, latSum, areaKm2] = [-Infinity, 0, 0, 0, 0];
  for (const index of members) {
    const dbz = offset + packed[index] * scale;
    const lat = north - Math.floor(index / width) * stepLat;
    if (dbz > maxDbz) maxDbz = dbz;
    areaKm2 += stepLat * kmPerDegree * stepLon * kmPerDegreeLon(lat);
    const weight = dbz - (peak - coreDb);
    if (weight <= 0) continue;
    weights += weight;
    lonSum += weight * (west + (index % width) * stepLon);
    latSum += weight * lat;
  }
  const outline = hullOf(members.map((index) => [index % width, Math.floor(index / width)]));
  return {
    lat: latSum / weights,
    lon: foldLongitude(lonSum / weights), // longitudes of a grid may exceed 180
    maxDbz,
    areaKm2,
    outline: {
      type: 'Polygon',
      coordinates: [outline.map(([column, row]) => [west + column * stepLon, north - row * stepLat])],
    },
    members,
  };
}
