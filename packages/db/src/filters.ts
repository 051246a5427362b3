import {
  boxAround,
  circleRings,
  otherSideOf,
  uncrossed,
  type SearchArea,
  type Bounds,
  type Point,
  type Ring,
} from '@severe/geo';
import { preparedRows, rowsOf } from './context.ts';
import type { Handle } from './handle.ts';
import { firstRowsAsOf, placeColumns, rowsAtPlaces } from './first-rows.ts';

/** A part of a where clause and the values it binds. Names of values are unique in a statement. */
export interface Condition {
  sql: string;
  values: Record<string, unknown>;
}

/** Range of times: the start is included, the end is not. */
export interface TimeRange {
  start?: Date;
  end?: Date;
}

/** The part of a result that is returned. */
export interface Paging {
  limit: number;
  offset: number;
  /** Greatest id that is included: later rows are left out, so that pages stay the same while rows arrive. */
  through?: number | undefined;
  /** The only rows of which it may have any; all if absent. */
  ids?: readonly number[] | undefined;
}

/** One page, and the number of rows of all pages. */
export interface Page<Row> {
  rows: Row[];
  matched: number;
  /** The greatest id at the time of the first page; requests for further pages carry it. */
  through?: number | undefined;
}

/** One page of a list that is too long to count, and whether another page follows. */
export interface UncountedPage<Row> {
  rows: Row[];
  more: boolean;
  through?: number | undefined;
}

/** Default radius of a search for points around a place. */
const nearbyM = 50_000;

/** Joins conditions with `and`; undefined ones are left out. */
export function allOf(conditions: (Condition | undefined)[]): Condition {
  const given = conditions.filter((condition) => condition !== undefined);
  return {
    sql: given.map(({ sql }) => `(${sql})`).join(' and ') || 'true',
    values: Object.assign({}, ...given.map(({ values }) => values)) as Condition['values'],
  };
}

/**
 * Rows that intersect an area. Distances are geodesic. A GiST index on the column serves boxes and points, one on
 * `geography(column)` radii.
 *
 * @param column   a geometry in EPSG:4326
 * @param of       `shapes` match a point that they contain, `points` match one within 50 km
 * @param prepared for `preparedRows`: a generic plan would parse the box for each row, so it is computed once
 */
export function inArea(
  area: SearchArea | undefined,
  column: string,
  of: 'shapes' | 'points',
  prepared = false,
): Condition | undefined {
  if (!area) return undefined;
  const { bbox, point } = area;
  const radiusM = area.radiusM ?? (of === 'points' ? nearbyM : undefined);
  return allOf([bbox && inBox(bbox, column, prepared), point && aroundPoint(point, radiusM, column, prepared)]);
}

/** The same for points and lines without an index on `geography(column)`: a box around the circle uses the one on the column. */
export function inIndexedBox(area: SearchArea | undefined, column: string): Condition | undefined {
  if (!area?.point) return inArea(area, column, 'points');
  const around = boxAround(area.point, area.radiusM ?? nearbyM);
  return allOf([inBox(around, column, false, 'around'), inArea(area, column, 'points')]);
}

/**
 * Shapes that intersect a box. Most of those in a large box are inside of it, which their bounds show: the exact test, which takes a
 * hundred times as long, is for those at its border.
 */
function inBox(bbox: Bounds, column: string, prepared: boolean, name = 'box'): Condition {
  const parts = [...uncrossed(bbox), ...otherSideOf(bbox)].map((part, i) => {
    const at = (text: string) => (prepared ? once : String)(`ST_GeomFromText(:${text}${i}, 4326)`);
    const intersects = `ST_Intersects(${column}, ${at(name)})`;
    const inner = shrunk(part);
    if (!inner) return { sql: intersects, values: { [`${name}${i}`]: boxText(part) } };
    return {
      sql: `${column} && ${at(name)} and case when ${column} @ ${at(`${name}Inner`)} then true else ${intersects} end`,
      values: { [`${name}${i}`]: boxText(part), [`${name}Inner${i}`]: boxText(inner) },
    };
  });
  return {
    sql: parts.map(({ sql }) => sql).join(' or '),
    values: Object.assign({}, ...parts.map(({ values }) => values)) as Condition['values'],
  };
}

/** Bounds are stored in single precision, which errs by less than this. In degrees. */
const boundsError = 1e-4;

/** A box in which shapes are by their stored bounds only if they are in the given one; none in a small one. */
function shrunk([west, south, east, north]: Bounds): Bounds | undefined {
  const inner: Bounds = [west + boundsError, south + boundsError, east - boundsError, north - boundsError];
  return inner[0] < inner[2] && inner[1] < inner[3] ? inner : undefined;
}

function atPoint({ lat, lon }: Point, radiusM: number | undefined, column: string, prepared: boolean): Condition {
  if (radiusM === undefined) return { sql: `ST_Intersects(${column}, ${placeNamesSql})`, values: { lat, lon } };
  const center = `geography(${pointSql})`;
  const sql = `ST_DWithin(geography(${column}), ${prepared ? once(center) : center}, :radiusM)`;
  return { sql, values: { lat, lon, radiusM } };
}

/**
 * Shapes within a radius. The distance of a shape with hundreds of corners takes a hundred times as long as an intersection
 * with a prepared ring, so it is computed only for shapes that one ring around the point touches and a smaller one does not.
 */
function aroundPoint(point: Point, radiusM: number | undefined, column: string, prepared: boolean): Condition {
  const exact = atPoint(point, radiusM, column, prepared);
  const rings = radiusM === undefined ? undefined : circleRings(point, radiusM);
  if (!rings) return exact;
  const touches = (name: string) => {
    const ring = `ST_GeomFromText(:${name}, 4326)`;
    return `ST_Intersects(${column}, ${prepared ? once(ring) : ring})`;
  };
  return {
    sql: `${touches('outerRing')} and (${touches('innerRing')} or ${exact.sql})`,
    values: { ...exact.values, outerRing: ringText(rings.outer), innerRing: ringText(rings.inner) },
  };
}

const ringText = (ring: Ring): string => `POLYGON((${ring.map((corner) => corner.join(' ')).join(', ')}))`;

/** The point `:lat`, `:lon`, for distances. */
export const pointSql = 'ST_SetSRID(ST_MakePoint(:lon, :lat), 4326)';

/**
 * The place `:lat`, `:lon` under all its names, for shapes that contain it: the antimeridian has two, a pole has all
 * longitudes. A shape in the west of the antimeridian ends at 180, one in the east at -180.
 */
export const placeNamesSql = `ST_SetSRID(case
  when abs(cast(:lat as double precision)) = 90 then ST_MakeLine(ST_MakePoint(-180, :lat), ST_MakePoint(180, :lat))
  when abs(cast(:lon as double precision)) = 180 then ST_Collect(ST_MakePoint(-180, :lat), ST_MakePoint(180, :lat))
  else ST_MakePoint(:lon, :lat) end, 4326)`;

/** An expression that is evaluated once, before the first row. */
const once = (sql: string) => `(select ${sql})`;

/** A box as WKT: a polygon, or a line or point if it has no width or height. */
function boxText([west, south, east, north]: Bounds): string {
  if (west === east && south === north) return `POINT(${west} ${south})`;
  if (west === east || south === north) return `LINESTRING(${west} ${south}, ${east} ${north})`;
  return `POLYGON((${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}))`;
}

/** Shapes that intersect a county of a state, for rows without a list of states. */
export function inState(state: string | undefined, column: string): Condition | undefined {
  if (state === undefined) return undefined;
  const sql = `exists (
    select from zones county
    where county.kind = 'county' and county.state = :state and ST_Intersects(county.shape, ${column}))`;
  return { sql, values: { state } };
}

/** Rows whose time is in a range. */
export function inTime({ start, end }: TimeRange, column: string): Condition | undefined {
  return allOf([
    start && { sql: `${column} >= :start`, values: { start } },
    end && { sql: `${column} < :end`, values: { end } },
  ]);
}

/** Rows whose column has this value; all rows if it is undefined. @param name of the column and of the bound value */
export function equals(name: string, value: unknown): Condition | undefined {
  return value === undefined ? undefined : { sql: `${name} = :${name}`, values: { [name]: value } };
}

/** Rows whose text is one of these; all rows if there is no list. @param name of the bound value */
export function isAmong(column: string, name: string, texts: readonly string[] | undefined): Condition | undefined {
  return texts && { sql: `${column} = any(cast(:${name} as text[]))`, values: { [name]: texts } };
}

/** Rows whose text begins with any of these, which are in lower case; case does not matter. */
export function beginsWithAny(column: string, beginnings: string[]): Condition {
  const patterns = beginnings.map((text) => `${text.replace(/[\\%_]/g, '\\$&')}%`);
  return { sql: `lower(${column}) like any(cast(:beginnings as text[]))`, values: { beginnings: patterns } };
}

/**
 * The shape of a GeoJSON text as it is stored: areas, outer rings counter-clockwise (RFC 7946, 3.1.6). `repairArea` has made
 * it valid and cut it at the antimeridian. Rounding can leave an invalid shape, which would fail later queries; it is
 * repaired here.
 *
 * @param json an expression of type text, or null
 */
export function shapeOf(json: string): string {
  return repaired(parseShape(json));
}

/** A GeoJSON text as a geometry, unchanged. */
export function parseShape(json: string): string {
  return `ST_SetSRID(ST_GeomFromGeoJSON(${json}), 4326)`;
}

/** A valid geometry of areas only, outer rings counter-clockwise. */
export function repaired(geometry: string): string {
  return `ST_ForcePolygonCCW(ST_CollectionExtract(ST_MakeValid(${geometry}), 3))`;
}

/** A geometry as GeoJSON text with five decimals: about a metre. */
export function geoJsonOf(column: string): string {
  return `ST_AsGeoJSON(${column}, 5)`;
}

interface Selection extends Paging {
  columns: string;
  from: string | Condition;
  where: Condition;
  order: string;
  countSeparately?: boolean;
  prepared?: boolean;
}

/**
 * Reads one page of a table in a fixed order and counts all rows that meet the condition, in one statement.
 *
 * @param select.columns of the table, whose alias is `t`
 * @param select.from    a table, or an expression with the values that it binds
 * @param select.order   a total one
 * @param select.countSeparately for results that are too large to materialise: rows are counted in a second scan
 * @param select.prepared for frequent statements, see `preparedRows`
 */
export async function pageOf<Row extends object>(knex: Handle, select: Selection): Promise<Page<Row>> {
  const { columns, from, order, countSeparately = false, prepared = false, limit, offset } = select;
  const where = allOf([select.where, ofPages(select)]);
  const source = typeof from === 'string' ? { sql: from, values: {} } : from;
  const found = await (prepared ? preparedRows : rowsOf)<
    Row & { matched: number; greatest: number | null; id: number | null }
  >(
    knex,
    `with hits as ${countSeparately ? 'not materialized' : 'materialized'} (select t.* from ${source.sql} t where ${where.sql})
     select counted.*, page.*
     from (select count(*) as matched, max(id) as greatest from hits) counted
     left join lateral (select ${columns} from hits t order by ${order} limit :limit offset :offset) page on true`,
    { ...source.values, ...where.values, limit, offset },
  );
  const rows = found.filter(({ id }) => id !== null);
  const { matched, greatest } = found[0];
  return { rows, matched, through: greatest ?? undefined };
}

/** Matches of a long table are counted up to this number, which takes some milliseconds. */
const countedUpTo = 5_000;

/** Rows to read in the order of a list: so many, behind so many that are skipped. */
export interface Walk {
  skip: number;
  most: number;
}

/**
 * The rows to read for a page and a count: one more than the page has, and one more than are counted. Nobody needs to know the
 * rows before a page that is behind all that are counted.
 */
export function walkOf({ limit, offset }: Paging, counted = countedUpTo): Walk {
  if (offset + limit > counted) return { skip: offset, most: limit + 1 };
  return { skip: 0, most: counted + 1 };
}

/**
 * A page of rows that were read up to a number.
 *
 * @param read number of rows that were read by the walk
 */
export function pageUpTo<Row>(
  rows: Row[],
  { read, walk, limit, offset, through }: Paging & { read: number; walk: Walk },
): Page<Row> | UncountedPage<Row> {
  const { skip, most } = walk;
  const isCounted = read < most && (skip === 0 || read > 0);
  return isCounted ? { rows, matched: skip + read, through } : { rows, more: skip + read > offset + limit, through };
}

/**
 * Reads one page of a long table. It walks the rows in the order of the list, for which there must be an index, and stops
 * after the page and a count of some thousands: the number of all matches is known if there are not more.
 *
 * @param select.asOf      reads the rows as they were known at this moment
 * @param select.whereThen the condition on earlier states, if it is another than on present rows
 */
export async function longPageOf<Row extends object>(
  knex: Handle,
  select: Pick<Selection, 'columns' | 'where' | 'order' | keyof Paging> & {
    table: string;
    asOf?: Date | undefined;
    whereThen?: Condition | undefined;
  },
): Promise<Page<Row> | UncountedPage<Row>> {
  const { columns, table, asOf, order, limit, offset } = select;
  const where = allOf([select.where, ofPages(select)]);
  const whereThen = select.whereThen && allOf([select.whereThen, ofPages(select)]);
  const walk = walkOf(select);
  const hits = firstRowsAsOf(table, asOf, {
    columns: `${placeColumns}, ${orderColumns(order)}`,
    where: where.sql,
    whereThen: whereThen?.sql,
    order,
    limit: ':most',
    skip: ':skip',
  });
  const found = await rowsOf<Row & { read: number; greatest: number | null; id: number | null }>(
    knex,
    `with hits as materialized (${hits}),
     page as materialized (select * from hits t order by ${order} limit :limit offset :offset)
     select counted.*, page.*
     from (select count(*) as read, (select max(id) from ${table}) as greatest from hits) counted
     left join lateral (select ${columns} from (${rowsAtPlaces(table, asOf, 'page')}) t order by ${order}) page on true`,
    { ...where.values, ...whereThen?.values, ...(asOf ? { asOf } : {}), limit, offset: offset - walk.skip, ...walk },
  );
  const rows = found.flatMap(({ read: _read, greatest: _greatest, ...row }) =>
    row.id === null ? [] : (row as Row & typeof row),
  );
  const { read, greatest } = found[0];
  return pageUpTo<Row>(rows, { read, walk, limit, offset, through: greatest ?? undefined });
}

/** The columns of an order: `t.at desc, t.id desc` has `t.at, t.id`. */
export function orderColumns(order: string): string {
  return order.replaceAll(/ (?:desc|asc)\b| nulls (?:first|last)/g, '');
}

/** A page with each row in another form. */
export function mapPage<Row, Made>(
  page: Page<Row> | UncountedPage<Row>,
  make: (row: Row) => Made,
): Page<Made> | UncountedPage<Made> {
  return { ...page, rows: page.rows.map(make) };
}

/** Reads the first rows of a table in a fixed order and reports whether another follows, without counting. */
export async function uncountedPageOf<Row extends object>(
  knex: Handle,
  select: { columns: string; from: string; where: Condition; order: string; limit: number },
): Promise<UncountedPage<Row>> {
  const { columns, from, where, order, limit } = select;
  const rows = await rowsOf<Row>(
    knex,
    `select ${columns} from ${from} t where ${where.sql} order by ${order} limit :oneMore`,
    { ...where.values, oneMore: limit + 1 },
  );
  return { rows: rows.slice(0, limit), more: rows.length > limit };
}

/** Rows that existed when the first page was read, and of the chosen ones. */
export function ofPages({ through, ids }: Pick<Paging, 'through' | 'ids'>): Condition | undefined {
  if (through === undefined && ids === undefined) return undefined;
  return allOf([
    through === undefined ? undefined : { sql: 't.id <= :through', values: { through } },
    ids && { sql: 't.id = any(cast(:ids as bigint[]))', values: { ids } },
  ]);
}
