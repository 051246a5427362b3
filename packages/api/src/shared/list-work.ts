import { dayMs } from '@severe/async';
import { areaOf as areaFrom, type Bounds, type SearchArea } from '@severe/geo';
import type { WorkFacts } from '@severe/http';

/** Parameters of a list that bound what it touches. */
interface ListQuery {
  limit: number;
  offset?: number;
  bbox?: Bounds | undefined;
  point?: { lat: number; lon: number } | undefined;
  radius?: number | undefined;
  state?: string | undefined;
  start?: Date | undefined;
  end?: Date | undefined;
  active?: boolean | undefined;
  id?: readonly unknown[] | undefined;
}

/** Rows that are touched in a few milliseconds of database and service. */
const rowsPerWork = 2_000;
/** Rows of a page are also presented and sent, which takes ten times as long as to touch one. */
const returnedPerWork = 200;
/** Records in force: a few thousand at most, in tables that hold many more. */
const rowsInForce = 5_000;
/** Area of the lower 48 states in square degrees, in which most rows are. */
const countrySquareDegrees = 1_500;
const squareDegreeM2 = 111_320 ** 2 * 0.8;
/** A state is about this part of the country. */
const stateShare = 1 / 30;
/** Rows are held to be spread over at least this time. */
const spreadMs = 365 * dayMs;

/**
 * The work of a list: rows of its table by the statistics, times the shares of area and time.
 *
 * @param table   with the most rows of the list
 * @param filters parameters without an index of their own: if one is given, no page may ever be full
 */
export function listWork(table: string, filters: readonly string[] = []) {
  return ({ query }: { query: ListQuery }, { rowsIn }: WorkFacts): number => {
    if (query.id) return query.id.length / returnedPerWork;
    const all = rowsIn(table);
    const stored = (query.active ? Math.min(all, rowsInForce) : all) * timeShareOf(query);
    const share = areaShareOf(query);
    const wanted = (query.offset ?? 0) + query.limit;
    const isFiltered = filters.some((name) => (query as unknown as Record<string, unknown>)[name] !== undefined);
    // Rows of a small area are collected; of a large one, rows are tested in their order until the page is full.
    const touched = Math.min(stored, isFiltered ? stored : wanted / share, stored * share + wanted);
    return touched / rowsPerWork + Math.min(query.limit, stored) / returnedPerWork;
  };
}

function timeShareOf({ start, end }: ListQuery): number {
  if (!start || !end) return 1;
  return Math.min(1, (end.getTime() - start.getTime() + dayMs) / spreadMs);
}

function areaShareOf(query: ListQuery): number {
  const area = query.point || query.bbox ? areaFrom({ ...query, radius: query.point && query.radius }) : undefined;
  const ofState = query.state === undefined ? 1 : stateShare;
  return Math.max(1e-4, Math.min(1, ofState, squareDegreesOf(area) / countrySquareDegrees));
}

function squareDegreesOf({ bbox, point, radiusM = 50_000 }: SearchArea = {}): number {
  const ofCircle = point ? (Math.PI * radiusM ** 2) / squareDegreeM2 : Infinity;
  if (!bbox) return ofCircle;
  const [west, south, east, north] = bbox;
  return Math.min(ofCircle, (west <= east ? east - west : east + 360 - west) * (north - south));
}
