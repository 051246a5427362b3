import { expect } from 'chai';
import * as fc from 'fast-check';
import { contains, distanceM, type SearchArea, type Bounds } from '@severe/geo';
import { testConnection } from './support/database.ts';
import { inArea } from '../src/filters.ts';
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
});
