import { uncrossed, type SearchArea, type Bounds } from '@severe/geo';
import type { Knex } from 'knex';
import { preparedRows, rowsOf } from './context.ts';

/** A part of a where clause with the values it binds, by names that no other part of the statement uses. */
export interface Condition {
  sql: string;
  values: Record<string, unknown>;
}

/** Range of times: from the start on, up to but not including the end. */
export interface TimeRange {
  start?: Date;
  end?: Date;
}

/** Which part of what was found is wanted. */
export interface Paging {
  limit: number;
  offset: number;
  /** Rows that came in later, by their ids, are passed over: pages stay what they were while rows arrive. */
  through?: number | undefined;
}

/** One page, and how many rows there are in all. */
export interface Page<Row> {
  rows: Row[];
  matched: number;
  /** The greatest id that there was, where pages after this one may be asked for. */
  through?: number | undefined;
}

/** One page of what is too long to be counted, and whether more follows. */
export interface UncountedPage<Row> {
  rows: Row[];
  more: boolean;
  through?: number | undefined;
}

/** How far from a point data of points is looked for where nothing is said. */
const nearbyM = 50_000;

/** All of these; what is undefined was not asked for. */
export function allOf(conditions: (Condition | undefined)[]): Condition {
  const given = conditions.filter((condition) => condition !== undefined);
  return {
    sql: given.map(({ sql }) => `(${sql})`).join(' and ') || 'true',
    values: Object.assign({}, ...given.map(({ values }) => values)) as Condition['values'],
  };
}

/**
 * What meets an area. Distances are geodesic; a GiST index on the column serves boxes and points, one on
 * `geography(column)` radii.
 *
 * @param column   a geometry in degrees
 * @param of       `shapes` holds a point by containing it, `points` by lying within 50 km of it
 * @param again    whether the plan is kept (see `rowsAgain`): it knows no values, and would make a box anew for each row
 */
export function inArea(
  area: SearchArea | undefined,
  column: string,
  of: 'shapes' | 'points',
  again = false,
): Condition | undefined {
  if (!area) return undefined;
  const { bbox, point } = area;
  const radiusM = area.radiusM ?? (of === 'points' ? nearbyM : undefined);
  return allOf([bbox && inBox(bbox, column, again), point && atPoint(point, radiusM, column)]);
}

function inBox(bbox: Bounds, column: string, again: boolean): Condition {
  const parts = uncrossed(bbox).map((part, i) => ({
    sql: `ST_Intersects(${column}, ${again ? once(boxOf(i)) : boxOf(i)})`,
    values: { [`box${i}`]: boxText(part) },
  }));
  return {
    sql: parts.map(({ sql }) => sql).join(' or '),
    values: Object.assign({}, ...parts.map(({ values }) => values)) as Condition['values'],
  };
}

function atPoint({ lat, lon }: { lat: number; lon: number }, radiusM: number | undefined, column: string): Condition {
  const point = `ST_SetSRID(ST_MakePoint(:lon, :lat), 4326)`;
  if (radiusM === undefined) return { sql: `ST_Intersects(${column}, ${point})`, values: { lat, lon } };
  return { sql: `ST_DWithin(geography(${column}), geography(${point}), :radiusM)`, values: { lat, lon, radiusM } };
}

const boxOf = (i: number) => `ST_GeomFromText(:box${i}, 4326)`;

/** An expression that is worked out before the first row is looked at. */
const once = (sql: string) => `(select ${sql})`;

/** A box as WKT: a polygon, or the line or point that is left of it where it has no width or height. */
function boxText([west, south, east, north]: Bounds): string {
  if (west === east && south === north) return `POINT(${west} ${south})`;
  if (west === east || south === north) return `LINESTRING(${west} ${south}, ${east} ${north})`;
  return `POLYGON((${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}))`;
}

/** A shape that meets a county of a state: what is drawn across a map has no list of states with it. */
export function inState(state: string | undefined, column: string): Condition | undefined {
  if (state === undefined) return undefined;
  const sql = `exists (
    select from zones county
    where county.kind = 'county' and county.state = :state and ST_Intersects(county.shape, ${column}))`;
  return { sql, values: { state } };
}

/** A time in a range. */
export function inTime({ start, end }: TimeRange, column: string): Condition | undefined {
  return allOf([
    start && { sql: `${column} >= :start`, values: { start } },
    end && { sql: `${column} < :end`, values: { end } },
  ]);
}

/** A column that is this value. @param name of the column, and of what is bound */
export function equals(name: string, value: unknown): Condition | undefined {
  return value === undefined ? undefined : { sql: `${name} = :${name}`, values: { [name]: value } };
}

/**
 * The shape of a GeoJSON text as we keep it: areas, outer rings counter-clockwise (RFC 7946, 3.1.6). `mendArea` has made
 * it valid and has cut it at the antimeridian; what rounding leaves of a fault would stop a query, so it is healed here.
 *
 * @param json an expression of type text, or null
 */
export function shapeOf(json: string): string {
  return repaired(parseShape(json));
}

/** A GeoJSON text as a geometry, as it is. */
export function parseShape(json: string): string {
  return `ST_SetSRID(ST_GeomFromGeoJSON(${json}), 4326)`;
}

/** A geometry with what rounding left of a fault taken out: only areas, outer rings counter-clockwise. */
export function repaired(geometry: string): string {
  return `ST_ForcePolygonCCW(ST_CollectionExtract(ST_MakeValid(${geometry}), 3))`;
}

/** A geometry as GeoJSON text, to five decimals: about a metre. */
export function geoJsonOf(column: string): string {
  return `ST_AsGeoJSON(${column}, 5)`;
}

interface Selection extends Paging {
  columns: string;
  from: string;
  hits?: string;
  where: Condition;
  order: string;
  apart?: boolean;
  again?: boolean;
}

/**
 * One page of a table in a fixed order, and the number of all rows that meet the condition, in one statement.
 *
 * @param select.columns of the table, which goes by the name `t`
 * @param select.order   a total one
 * @param select.hits    what of the table is put aside for counting and ordering; all of it when absent
 * @param select.apart   whether all rows are too many to be put aside, so that they are counted and read each for itself
 * @param select.again   whether it is asked many times a second, see `rowsAgain`
 */
export async function pageOf<Row extends object>(knex: Knex, select: Selection): Promise<Page<Row>> {
  const { columns, from, hits = 't.*', order, apart = false, again = false, limit, offset, through } = select;
  const where = allOf([select.where, upToId(through)]);
  const found = await (again ? preparedRows : rowsOf)<
    Row & { matched: string; greatest: string | null; id: string | null }
  >(
    knex,
    `with hits as ${apart ? 'not materialized' : 'materialized'} (select ${hits} from ${from} t where ${where.sql})
     select counted.*, page.*
     from (select count(*) as matched, max(id) as greatest from hits) counted
     left join lateral (select ${columns} from hits t order by ${order} limit :limit offset :offset) page on true`,
    { ...where.values, limit, offset },
  );
  const rows = found.filter(({ id }) => id !== null);
  const { matched, greatest } = found[0];
  return { rows, matched: Number(matched), through: idOf(greatest) };
}

/** One page of a table in a fixed order, and whether there is another: what is looked for is too much to be counted. */
export async function uncountedPageOf<Row extends object>(
  knex: Knex,
  select: { columns: string; from: string; where: Condition; order: string } & Paging,
): Promise<UncountedPage<Row>> {
  const { columns, from, where, order, limit, offset } = select;
  const rows = await rowsOf<Row>(
    knex,
    `select ${columns} from ${from} t where ${where.sql} order by ${order} limit :oneMore offset :offset`,
    { ...where.values, oneMore: limit + 1, offset },
  );
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

function idOf(id: string | null): number | undefined {
  return id === null ? undefined : Number(id);
}

/** What was there when the first page was asked for. */
export function upToId(through: number | undefined, column = 't.id'): Condition | undefined {
  return through === undefined ? undefined : { sql: `${column} <= :through`, values: { through } };
}
