import { foldLongitude, type Bounds } from '@severe/geo';
import type { Geometry, Polygon, Position } from 'geojson';

/** A geofence as a webhook has it: a box (west, south, east, north) or a geometry. */
export type Fence = { bbox: Bounds } | { geometry: Geometry };

/** A box or an area while it is set on the map. Longitudes may go beyond 180, so that both sides of 180° are one shape. */
export interface Sketch {
  kind: 'box' | 'area';
  /** Two opposite corners of a box, or the corners of an area in their order. */
  corners: Position[];
  isClosed: boolean;
}

/** Digits after the point: about 10 m. */
const digits = 4;

/** The fence of a finished sketch; undefined while corners are missing. */
export function fenceOf({ kind, corners, isClosed }: Sketch): Fence | undefined {
  if (!isClosed) return undefined;
  if (kind === 'area')
    return { geometry: { type: 'Polygon', coordinates: [[...corners, corners[0]].map(onGlobe(corners))] } };
  const [[west, east], [south, north]] = [0, 1].map((axis) => sorted(corners.map((corner) => corner[axis])));
  const isWhole = east - west >= 360;
  const ends = isWhole ? [-180, 180] : [foldLongitude(west), foldLongitude(east)];
  return { bbox: [ends[0], south, ends[1], north].map(round) as Bounds };
}

/** The sketch by which a fence can be changed on the map; undefined for points and areas with several rings. */
export function sketchOf(fence: Fence): Sketch | undefined {
  if ('bbox' in fence) {
    const [west, south, east, north] = fence.bbox;
    return { kind: 'box', corners: [[west, south], [east < west ? east + 360 : east, north]], isClosed: true }; // prettier-ignore
  }
  const { geometry } = fence;
  if (geometry.type !== 'Polygon' || geometry.coordinates.length !== 1) return undefined;
  return { kind: 'area', corners: geometry.coordinates[0].slice(0, -1), isClosed: true };
}

/** Corners that can be moved: all four of a box. */
export function handlesOf({ kind, corners }: Sketch): Position[] {
  if (kind === 'area' || corners.length < 2) return corners;
  const [[x1, y1], [x2, y2]] = corners;
  return [[x1, y1], [x2, y1], [x2, y2], [x1, y2]]; // prettier-ignore
}

/** The sketch with a corner moved. @param handle index in `handlesOf` */
export function moved(sketch: Sketch, handle: number, to: Position): Sketch {
  if (sketch.kind === 'area') return { ...sketch, corners: sketch.corners.with(handle, to) };
  return { ...sketch, corners: [handlesOf(sketch)[(handle + 2) % 4], to] };
}

/** A fence as text: four numbers, or GeoJSON. */
export function textOfFence(fence: Fence): string {
  return 'bbox' in fence ? fence.bbox.join(', ') : JSON.stringify(fence.geometry);
}

/**
 * Reads a fence from text: four numbers, a geometry or a feature. Whether it is valid is left to the service.
 *
 * @throws {Error} with a sentence for the reader
 */
export function readFence(text: string): Fence {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{')) {
    const numbers = trimmed.split(/[\s,]+/).map(Number);
    if (numbers.length === 4 && numbers.every(Number.isFinite)) return { bbox: numbers as Bounds };
    throw new Error('Draw the geofence on the map, or enter west, south, east and north, or GeoJSON.');
  }
  const given = parse(trimmed);
  const geometry = given.type === 'Feature' ? given.geometry : given;
  const type = geometry?.type ?? 'nothing';
  if (geometry && ['Point', 'Polygon', 'MultiPolygon'].includes(type)) return { geometry: geometry as Geometry };
  throw new Error(`The geometry should be a Point, Polygon or MultiPolygon, not ${type}.`);
}

function parse(text: string): { type?: string; geometry?: { type?: string } | null } {
  try {
    return JSON.parse(text) as { type?: string };
  } catch {
    throw new Error('This is no JSON.');
  }
}

/** The shape of a fence on the map. */
export function shapeOfFence(fence: Fence): Geometry {
  if ('geometry' in fence) return fence.geometry;
  const [west, south, end, north] = fence.bbox;
  const east = end < west ? end + 360 : end;
  const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]; // prettier-ignore
  return { type: 'Polygon', coordinates: [ring] } satisfies Polygon;
}

/** The smallest box around a shape. */
export function boundsOf(shape: Geometry): Bounds {
  const numbers = 'coordinates' in shape ? (shape.coordinates as unknown[]).flat(Infinity).map(Number) : [];
  const [lons, lats] = [0, 1].map((axis) => numbers.filter((_, i) => i % 2 === axis));
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

/** A fence in a few words, for a list. */
export function wordsOfFence(fence: Fence): string {
  if ('bbox' in fence) return `box ${fence.bbox.join(', ')}`;
  const { geometry } = fence;
  if (geometry.type === 'Point') return `point ${geometry.coordinates.join(', ')}`;
  const [west, south, east, north] = boundsOf(geometry);
  return `area within ${[west, south, east, north].map(round).join(', ')}`;
}

/** Rounds corners, and moves an area that was set on another copy of the world, which the map repeats. */
function onGlobe(corners: Position[]): (corner: Position) => Position {
  const mean = corners.reduce((sum, [lon]) => sum + lon, 0) / corners.length;
  const shift = 360 * Math.round(mean / 360);
  return ([lon, lat]) => [round(lon - shift), round(lat)];
}

function round(value: number): number {
  return Number(value.toFixed(digits));
}

function sorted(values: number[]): number[] {
  return values.toSorted((a, b) => a - b);
}
