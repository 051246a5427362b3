import { Grib2Error } from '../error.ts';
import type { Section } from '../section.ts';
import type { Grid, GridGeometry, Position } from './grid.ts';
import type { Scan } from './scan.ts';

/** Column i, row j lies at `x0 + i * stepX`, `y0 + j * stepY` in metres of a projection; steps have signs. */
export interface Plane {
  x0: number;
  y0: number;
  stepX: number;
  stepY: number;
}

/** Degrees to metres of a plane and back; NaN where a place has no image, or a point of the plane no place. */
export interface Projection {
  forward(place: Position): { x: number; y: number };
  inverse(x: number, y: number): Position;
}

/** A grid that is regular on the plane of a projection. */
export function projectedGrid(
  template: string,
  scan: Scan,
  geometry: GridGeometry & Plane,
  projection: Projection,
  componentFlags: number,
): Grid {
  const { width, height } = scan;
  const { x0, y0, stepX, stepY } = geometry;
  return {
    template,
    width,
    height,
    scan,
    geometry,
    vectorsAlongGrid: (componentFlags & 0x08) !== 0,
    positionOf(index) {
      const { i, j } = scan.cellOf(index);
      return projection.inverse(x0 + i * stepX, y0 + j * stepY);
    },
    nearest(place) {
      const { x, y } = projection.forward(place);
      const i = Math.round((x - x0) / stepX);
      const j = Math.round((y - y0) / stepY);
      return i >= 0 && i < width && j >= 0 && j < height ? scan.indexOf(i, j) : undefined;
    },
  };
}

/** The plane of a grid whose first point and steps stand in section 3. */
export function planeFrom(projection: Projection, first: Position, scan: Scan, steps: { x: number; y: number }): Plane {
  const { x: x0, y: y0 } = projection.forward(first);
  if (!Number.isFinite(x0) || !Number.isFinite(y0)) {
    throw new Grib2Error('damaged', `the first point, ${first.lat} ${first.lon}, has no place in the projection`);
  }
  return { x0, y0, stepX: steps.x * scan.eastwards, stepY: steps.y * scan.northwards };
}

/** Latitude and longitude of the first point, in millionths of a degree. */
export function readFirst(section3: Section, octet: number): Position {
  const first = { lat: section3.s32(octet) * 1e-6, lon: section3.s32(octet + 4) * 1e-6 };
  if (Math.abs(first.lat) > 90) throw new Grib2Error('damaged', `the first point lies at latitude ${first.lat}`);
  return first;
}

/** Two steps in thousandths of a metre. */
export function readSteps(section3: Section, octet: number): { x: number; y: number } {
  return { x: section3.u32(octet) * 1e-3, y: section3.u32(octet + 4) * 1e-3 };
}
