import { expect } from 'chai';
import * as fc from 'fast-check';
import { contains, distanceM, type SearchArea, type Bounds } from '@severe/geo';
import { testConnection } from './support/database.ts';
import {
  allOf,
  equals,
  geoJsonOf,
  inArea,
  inState,
  inTime,
  parseShape,
  shapeOf,
  ofPages,
  type Condition,
} from '../src/filters.ts';
import { emptyTables } from './support/empty-tables.ts';
import { rowsOf } from '../src/context.ts';

type Position = [lon: number, lat: number];

/** Degrees to a tenth of a metre. */
const degrees = (limit: number) => fc.integer({ min: -limit * 1e6, max: limit * 1e6 }).map((value) => value / 1e6);
const lon = degrees(180);
const lat = degrees(90);
const place = fc.tuple(lon, lat);
/** Boxes of any size, some across the antimeridian, some without width or height. */
const box = fc
  .tuple(lon, lon, lat, lat, fc.boolean())
  .map(([a, b, c, d, thin]): Bounds => [a, Math.min(c, d), thin ? a : b, Math.max(c, d)]);
/** A triangle of some degrees that touches neither pole nor antimeridian. */
const triangle = fc
  .tuple(
    fc.double({ min: -170, max: 170, noNaN: true }),
    fc.double({ min: -80, max: 80, noNaN: true }),
    fc.array(fc.double({ min: -8, max: 8, noNaN: true }), { minLength: 6, maxLength: 6 }),
  )
  .map(([x, y, [a, b, c, d, e, f]]): Position[] => [
    [x + a, y + b],
    [x + c, y + d],
    [x + e, y + f],
  ])
  .filter(([p, q, r]) => Math.abs(cross(p, q, r)) > 0.01);

/** Twice the area of a triangle, positive where it turns to the left. */
function cross([ax, ay]: Position, [bx, by]: Position, [cx, cy]: Position): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/** Whether a point lies in a triangle; undefined where it is too close to an edge to tell. */
function inTriangle(point: Position, [p, q, r]: Position[]): boolean | undefined {
  const sides = [cross(p, q, point), cross(q, r, point), cross(r, p, point)];
  if (sides.some((side) => Math.abs(side) < 1e-9)) return undefined;
  return sides.every((side) => side > 0) || sides.every((side) => side < 0);
}

describe('filters', () => {
  /** Which of these geometries (WKT) meet an area. */
  async function found(area: SearchArea, wkt: string[], of: 'shapes' | 'points'): Promise<boolean[]> {
    const { knex } = await testConnection();
    const { sql, values } = inArea(area, 'g', of)!;
    const rows = await rowsOf<{ hit: boolean }>(
      knex,
      `select (${sql}) as hit from (select ST_GeomFromText(wkt, 4326) as g, i
         from unnest(cast(:wkt as text[])) with ordinality as given (wkt, i)) shapes order by i`,
      { ...values, wkt },
    );
    return rows.map(({ hit }) => hit);
  }
  const pointText = ([x, y]: Position) => `POINT(${x} ${y})`;

  it('finds the points of a box, also across the antimeridian and for a box without area', async function () {
    this.timeout(60_000);
    await fc.assert(
      fc.asyncProperty(box, fc.array(place, { minLength: 20, maxLength: 20 }), async (bbox, places) => {
        const [west, south, east, north] = bbox;
        const corners: Position[] = [
          [west, south],
          [east, north],
        ];
        const all = [...places, ...corners];
        expect(await found({ bbox }, all.map(pointText), 'points')).to.deep.equal(
          all.map(([x, y]) => contains(bbox, x, y)),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('finds the shapes that hold a point', async function () {
    this.timeout(60_000);
    await fc.assert(
      fc.asyncProperty(fc.array(triangle, { minLength: 10, maxLength: 10 }), fc.nat(9), async (triangles, i) => {
        const [[ax, ay], [bx, by], [cx, cy]] = triangles[i];
        const middle: Position = [(ax + bx + cx) / 3, (ay + by + cy) / 3];
        const texts = triangles.map((t) => `POLYGON((${[...t, t[0]].map((at) => at.join(' ')).join(',')}))`);
        const hits = await found({ point: { lon: middle[0], lat: middle[1] } }, texts, 'shapes');
        triangles.forEach((each, n) => expect(hits[n]).to.equal(inTriangle(middle, each) ?? hits[n]));
        expect(hits[i]).to.equal(true);
      }),
      { numRuns: 40 },
    );
  });

  it('finds what lies within a distance, over poles and antimeridian', async function () {
    this.timeout(60_000);
    const near = fc.tuple(
      fc.oneof(place, fc.constantFrom<Position>([180, 0], [-180, 60], [0, 90], [17, -90])),
      fc.array(fc.tuple(fc.double({ min: -9, max: 9, noNaN: true }), fc.double({ min: -9, max: 9, noNaN: true })), {
        minLength: 15,
        maxLength: 15,
      }),
      fc.double({ min: 1000, max: 1_000_000, noNaN: true }),
    );
    await fc.assert(
      fc.asyncProperty(near, async ([[x, y], steps, radiusM]) => {
        const places = steps.map(([dx, dy]): Position => {
          const moved = ((((x + dx + 180) % 360) + 360) % 360) - 180;
          return [moved, Math.max(-90, Math.min(90, y + dy))];
        });
        const hits = await found({ point: { lon: x, lat: y }, radiusM }, places.map(pointText), 'points');
        places.forEach(([px, py], i) => {
          // The mean sphere of distanceM and the ellipsoid differ by 0.6 % at most.
          const metres = distanceM({ lon: x, lat: y }, { lon: px, lat: py });
          if (Math.abs(metres - radiusM) > 0.006 * radiusM) expect(hits[i], `${metres}`).to.equal(metres < radiusM);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('searches 50 km around a point for point data by default', async () => {
    const point = { lat: 35, lon: -97 };
    const texts = [0.44, 0.46].map((degrees) => pointText([-97, 35 + degrees])); // 48.8 and 51.0 km
    expect(await found({ point }, texts, 'points')).to.deep.equal([true, false]);
  });

  it('combines a box and a point', async () => {
    const area: SearchArea = { bbox: [-98, 34, -96, 36], point: { lat: 35, lon: -97 }, radiusM: 200_000 };
    const texts = [pointText([-97, 35.5]), pointText([-97, 36.5]), pointText([-97, 30])];
    expect(await found(area, texts, 'points')).to.deep.equal([true, false, false]);
  });

  it('treats a search for shapes at a point as one without a distance, unless it names one', async () => {
    const point = { lat: 35, lon: -97 };
    const beside = ['POLYGON((-96.9 35, -96.8 35, -96.8 35.1, -96.9 35))']; // 9 km
    expect(await found({ point }, beside, 'shapes')).to.deep.equal([false]);
    expect(await found({ point, radiusM: 20_000 }, beside, 'shapes')).to.deep.equal([true]);
    expect(inArea(undefined, 'g', 'shapes')).to.equal(undefined);
  });

  it('computes the box of a prepared statement once', () => {
    const area: SearchArea = { bbox: [-98, 34, -96, 36] };
    expect(inArea(area, 'g', 'shapes', true)?.sql).to.include('(select ST_GeomFromText(:box0, 4326))');
    expect(inArea(area, 'g', 'shapes')?.sql).to.not.include('select');
  });

  it('leaves out what touches a box only by its bounds, which are stored in single precision', async () => {
    const offsets = [-1e-5, -1e-6, -1e-9, 1e-9, 1e-6, 1e-5];
    const around = offsets.flatMap((d) => [
      `POLYGON((${-97.9 - d} 35, -97 35, -97 35.1, ${-97.9 - d} 35))`,
      `POLYGON((${-96.1 + d} 35, -95 35, -95 35.1, ${-96.1 + d} 35))`,
      `POINT(${-96.1 + d} 35)`,
    ]);
    const expected = offsets.flatMap((d) => [true, d <= 0, d <= 0]);
    expect(await found({ bbox: [-97.9, 34.1, -96.1, 35.9] }, around, 'shapes')).to.deep.equal(expected);
  });

  it('finds what touches a box that is a point or a line', async () => {
    const square = 'POLYGON((0 0, 2 0, 2 2, 0 2, 0 0))';
    const hit = async (bbox: Bounds) => (await found({ bbox }, [square], 'shapes'))[0];
    expect(await Promise.all([hit([1, 1, 1, 1]), hit([3, 1, 3, 1]), hit([1, -5, 1, 5]), hit([-5, 1, 5, 1])])).to.deep.equal([true, false, true, true]); // prettier-ignore
  });

  /** The rows of `given` (an expression in parentheses) that meet a condition. */
  async function meeting(given: string, condition: Condition): Promise<string> {
    const { knex } = await testConnection();
    const sql = `select name from ${given} where ${condition.sql} order by name`;
    return (await rowsOf<{ name: string }>(knex, sql, condition.values)).map(({ name }) => name).join('');
  }

  it('joins the conditions that are given', async () => {
    const given = `(values ('a', 1), ('b', 2), ('c', 3)) given (name, n)`;
    const either = { sql: 'n = :one or n = :three', values: { one: 1, three: 3 } };
    expect(await meeting(given, allOf([]))).to.equal('abc');
    expect(await meeting(given, allOf([undefined, undefined]))).to.equal('abc');
    expect(await meeting(given, allOf([either, undefined]))).to.equal('ac');
    expect(await meeting(given, allOf([either, equals('name', 'c')]))).to.equal('c');
    expect(await meeting(given, allOf([either, equals('name', undefined)]))).to.equal('ac');
    expect(equals('name', undefined)).to.equal(undefined);
  });

  it('includes the start of a time range, and not its end', async () => {
    const given = `(select name, cast(day as timestamptz) as day from
      (values ('a', '2026-05-19T00:00Z'), ('b', '2026-05-20T00:00Z'), ('c', '2026-05-21T00:00Z')) v (name, day)) given`;
    const [start, end] = [new Date('2026-05-20'), new Date('2026-05-21')];
    const hits = (range: { start?: Date; end?: Date }) => meeting(given, inTime(range, 'day')!);
    expect([await hits({}), await hits({ start }), await hits({ end }), await hits({ start, end })]).to.deep.equal(['abc', 'bc', 'ab', 'b']); // prettier-ignore
  });

  it('includes the last id that a first page has seen', async () => {
    const given = `(values ('a', 1), ('b', 2), ('c', 3)) t (name, id)`;
    expect(ofPages({})).to.equal(undefined);
    expect([await meeting(given, ofPages({ through: 2 })!), await meeting(given, ofPages({ through: 0 })!)]).to.deep.equal(['ab', '']); // prettier-ignore
  });

  it('includes the chosen ids only, of those that a first page has seen', async () => {
    const given = `(values ('a', 1), ('b', 2), ('c', 3)) t (name, id)`;
    expect([await meeting(given, ofPages({ ids: [1, 3, 9] })!), await meeting(given, ofPages({ ids: [] })!), await meeting(given, ofPages({ ids: [1, 3], through: 2 })!)]).to.deep.equal(['ac', '', 'a']); // prettier-ignore
  });

  it('finds shapes that meet a county of a state', async () => {
    const { knex } = await testConnection();
    await emptyTables(knex);
    const square = (west: number) => `POLYGON((${west} 35, ${west + 1} 35, ${west + 1} 36, ${west} 36, ${west} 35))`;
    const zone = `insert into zones (kind, ugc, name, state, shape, simplified)
      values (:kind, :ugc, 'a zone', :state, ST_GeomFromText(:wkt, 4326), false)`;
    await rowsOf(knex, zone, { kind: 'county', ugc: 'OKC027', state: 'OK', wkt: square(-98) });
    await rowsOf(knex, zone, { kind: 'county', ugc: 'TXC485', state: 'TX', wkt: square(-94) });
    await rowsOf(knex, zone, { kind: 'fire', ugc: 'OKZ123', state: 'OK', wkt: square(-90) });
    const given = `(select name, ST_GeomFromText(wkt, 4326) as g from (values
      ('a', 'POINT(-97.5 35.5)'), ('b', 'POINT(-93.5 35.5)'), ('c', 'POINT(-89.5 35.5)'), ('d', 'POINT(0 0)')) v (name, wkt)) given`;
    expect(inState(undefined, 'g')).to.equal(undefined);
    expect(await meeting(given, inState('OK', 'g')!)).to.equal('a');
    expect(await meeting(given, inState('TX', 'g')!)).to.equal('b');
    expect(await meeting(given, inState('KS', 'g')!)).to.equal('');
  });

  it('stores valid areas only, and writes them with five decimals', async () => {
    const { knex } = await testConnection();
    const written = async (expression: (json: string) => string, shape: object) => {
      const sql = `select ${geoJsonOf(expression(':json'))} as json, ST_SRID(${expression(':json')}) as srid`;
      const [{ json, srid }] = await rowsOf<{ json: string; srid: number }>(knex, sql, { json: JSON.stringify(shape) });
      return { ...(JSON.parse(json) as { type: string; coordinates: unknown }), srid };
    };
    const point = { type: 'Point', coordinates: [-97.123456, 35.000004] };
    expect(await written(parseShape, point)).to.deep.equal({ type: 'Point', coordinates: [-97.12346, 35], srid: 4326 });

    const clockwise = { type: 'Polygon', coordinates: [[[0, 0], [0, 1], [1, 1], [1, 0], [0, 0]]] }; // prettier-ignore
    const stored = await written(shapeOf, clockwise);
    expect(areaOf((stored.coordinates as Position[][])[0] ?? [])).to.be.above(0);
    const bowTie = { type: 'Polygon', coordinates: [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]] }; // prettier-ignore
    expect((await written(shapeOf, bowTie)).type).to.equal('MultiPolygon');
    const withLine = { type: 'GeometryCollection', geometries: [clockwise, { type: 'LineString', coordinates: [[5, 5], [6, 6]] }] }; // prettier-ignore
    const { type, coordinates } = await written(shapeOf, withLine);
    expect([type, JSON.stringify(coordinates).includes('5')]).to.deep.equal(['MultiPolygon', false]);
  });

  /** Twice the signed area of a ring, positive if it is counter-clockwise; the ring of a multipolygon is one deeper. */
  function areaOf(ring: Position[] | Position[][]): number {
    const points = (Array.isArray(ring[0]?.[0]) ? ring[0] : ring) as Position[];
    return points.slice(1).reduce((sum, [x, y], i) => sum + points[i][0] * y - x * points[i][1], 0);
  }
});
