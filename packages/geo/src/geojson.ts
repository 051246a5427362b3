/** Longitude and latitude in degrees, WGS84. */
export type Position = [lon: number, lat: number];

/** A closed line: the last position repeats the first. */
export type Ring = Position[];

export interface Polygon {
  type: 'Polygon';
  /** The outer ring, anticlockwise, then its holes, clockwise. */
  coordinates: Ring[];
}

export interface MultiPolygon {
  type: 'MultiPolygon';
  coordinates: Ring[][];
}

export type Area = Polygon | MultiPolygon;

export interface Line {
  type: 'LineString' | 'MultiLineString';
  coordinates: Position[] | Position[][];
}

/**
 * Why a geometry is refused. `type`: an unexpected geometry type; `coordinates`: a position that is not a pair of
 * finite numbers on the earth; `vertices`: more vertices than the limit; `crossing`: rings that cross and are too long
 * to repair.
 */
export class GeometryError extends Error {
  readonly code: 'type' | 'coordinates' | 'vertices' | 'crossing';

  constructor(code: GeometryError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GeometryError';
    this.code = code;
  }
}

/**
 * Largest accepted coordinates. Longitudes up to one turn outside are folded into -180..180, since providers write 181
 * beyond the date line.
 */
const furthest = { lon: 540, lat: 90 };

/**
 * Reads one position; a third number (height) is ignored.
 *
 * @throws {GeometryError} `coordinates` if the value is not a pair of finite numbers on the earth
 */
export function readPosition(value: unknown): Position {
  const [lon, lat] = Array.isArray(value) ? (value as unknown[]) : [];
  const real = typeof lon === 'number' && typeof lat === 'number' && Number.isFinite(lon) && Number.isFinite(lat);
  if (!real || Math.abs(lon) > furthest.lon || Math.abs(lat) > furthest.lat) {
    throw new GeometryError('coordinates', `a position is two numbers on the earth, got ${shown(value)}`);
  }
  return [lon, lat];
}

/**
 * Limits the number of vertices. It is charged with a list's length before the list is read, so that a list of millions
 * is refused at once.
 */
export class VertexBudget {
  readonly limit: number;
  #left: number;

  constructor(limit: number) {
    this.limit = limit;
    this.#left = limit;
  }

  /** @throws {GeometryError} `vertices` if the total exceeds the limit */
  spend(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new GeometryError('vertices', `more than ${this.limit} vertices`);
  }
}

/**
 * The value as a list.
 *
 * @throws {GeometryError} `coordinates` if it is not one
 */
export function listOf(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw new GeometryError('coordinates', `${what} is a list, got ${shown(value)}`);
  return value as unknown[];
}

/** The beginning of a value of JSON. A list or an object is not printed: it can have millions of members. */
function shown(value: unknown): string {
  if (Array.isArray(value))
    return value.length <= 4 && value.every(isScalar) ? cut(value) : `a list of ${value.length}`;
  return isScalar(value) ? cut(value) : 'an object';
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** @param value a scalar, or a few of them */
function cut(value: unknown): string {
  const short = (part: unknown): unknown => (typeof part === 'string' ? part.slice(0, 60) : part);
  return (JSON.stringify(Array.isArray(value) ? value.map(short) : short(value)) ?? String(value)).slice(0, 60);
}
