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
 * Why a geometry cannot be taken. `type`: another kind than was asked for; `coordinates`: a position that is no pair of
 * finite numbers on the earth; `vertices`: more than the limit; `crossing`: rings that cut each other and are too long
 * to be untangled.
 */
export class GeometryError extends Error {
  readonly code: 'type' | 'coordinates' | 'vertices' | 'crossing';

  constructor(code: GeometryError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'GeometryError';
    this.code = code;
  }
}

/** Longitudes one turn off are folded back into -180..180, as providers write 181 for what lies across the date line. */
const furthest = { lon: 540, lat: 90 };

/**
 * Reads one position; a third number, the height, is left out.
 *
 * @throws {GeometryError} `coordinates` for what is no pair of finite numbers on the earth
 */
export function readPosition(value: unknown): Position {
  const [lon, lat] = Array.isArray(value) ? (value as unknown[]) : [];
  const real = typeof lon === 'number' && typeof lat === 'number' && Number.isFinite(lon) && Number.isFinite(lat);
  if (!real || Math.abs(lon) > furthest.lon || Math.abs(lat) > furthest.lat) {
    throw new GeometryError('coordinates', `a position is two numbers on the earth, got ${shown(value)}`);
  }
  return [lon, lat];
}

/** A longitude of any turn as -180..180. */
export function foldLongitude(lon: number): number {
  if (lon >= -180 && lon <= 180) return lon;
  return ((((lon + 180) % 360) + 360) % 360) - 180;
}

/** Counts as it reads, so that a list of millions is refused at its length and not after a walk. */
export class VertexBudget {
  readonly limit: number;
  #left: number;

  constructor(limit: number) {
    this.limit = limit;
    this.#left = limit;
  }

  /** @throws {GeometryError} `vertices` when more than the limit have been spent */
  spend(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new GeometryError('vertices', `more than ${this.limit} vertices`);
  }
}

/** The part of a list that holds lists, or the refusal. */
export function listOf(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw new GeometryError('coordinates', `${what} is a list, got ${shown(value)}`);
  return value as unknown[];
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 60);
}
