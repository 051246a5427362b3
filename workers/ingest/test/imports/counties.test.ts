import { expect } from 'chai';
import type { Database } from '@severe/db';
import { county } from '@severe/db/testing/rows/county';
import { testDatabase } from '@severe/db/testing/database';
import { shapefile, type ShapeRecord } from '@severe/testing/shapefile';
import { zip } from '@severe/testing/zip';
import { importing, refusal } from './support.ts';

/** Clockwise, as ESRI has shells. */
const square = (west: number, south: number, size: number): [number, number][] => [
  [west, south],
  [west, south + size],
  [west + size, south + size],
  [west + size, south],
  [west, south],
];
const record = (GEOID: string, NAME: string, ...rings: [number, number][][]): ShapeRecord => ({
  rings,
  attributes: { GEOID, NAME, NAMELSAD: `${NAME} County` },
});
const degrees = 'GEOGCS["GCS_North_American_1983",DATUM["D_North_American_1983"]]';

function archive(records: ShapeRecord[], prj = degrees): Buffer {
  const { shp, dbf } = shapefile(records);
  return zip({ 'tl.shp': shp, 'tl.shx': '', 'tl.dbf': dbf, 'tl.prj': prj, 'tl.cpg': 'UTF-8' });
}

describe('imports/counties', () => {
  let db: Database;
  beforeEach(async () => (db = await testDatabase()));

  const zone = async (ugc: string) => (await db.zones.withShapes([ugc]))[0];
  const hole = square(-97.5, 35.2, 0.1).toReversed();
  const cleveland = record('40027', 'Cleveland', square(-97.7, 35, 0.6), hole);

  it('replaces simplified shapes with the Census Bureau shapefile, also if imported twice', async () => {
    await db.zones.put([county(), county({ ugc: 'CTC001', state: 'CT', name: 'Fairfield' })]);
    const file = archive([cleveland, record('09190', 'Western Connecticut', square(-73.5, 41, 0.5)), record('35013', 'Doña Ana', square(-107, 32, 0.5)), record('60999', '', square(-170, -14, 0.1)), record('99001', 'Nowhere', square(0, 0, 1)), record('02261', 'Valdez-Cordova', square(-146, 61, 1))]); // prettier-ignore
    const { report } = await importing(db, 'counties', 'tl_2025_us_county.zip', file);
    expect(report).to.deep.equal({
      new: 2,
      changed: 1,
      unchanged: 0,
      refused: [{ why: 'expected NAME as text, got null', count: 1, example: '{"id":"60999","name":null}' }],
      ignored: { 'not in a served state': 1, 'replaced by other counties': 1 },
    });
    const { shape, ...rest } = await zone('OKC027');
    expect(rest).to.deep.include({ name: 'Cleveland', wfo: 'OUN', simplified: false }); // whose it is was known before
    expect(rest).to.deep.include({ source: 'tl_2025_us_county', asOf: '2025-01-01' });
    expect(JSON.parse(shape).coordinates).to.have.length(2);
    expect((await zone('NMC013')).name).to.equal('Doña Ana');
    expect((await db.zones.counties('CT')).map(({ ugc }) => ugc)).to.deep.equal(['CTC001', 'CTC190']);
    expect(await db.places.edition('counties')).to.equal('tl_2025_us_county');

    await db.zones.put([county()]); // what comes with the program, told again by a newer version of it
    expect((await zone('OKC027')).simplified).to.equal(false);
    const again = await importing(db, 'counties', 'tl_2025_us_county.zip', file);
    expect(again.report).to.deep.include({ new: 0, changed: 0, unchanged: 3 });
  });

  it('imports GeoJSON, with the last of two shapes of a county', async () => {
    const feature = (size: number) => ({
      type: 'Feature',
      properties: { GEOID: '40027', NAME: 'Cleveland' },
      geometry: { type: 'Polygon', coordinates: [square(-97.7, 35, size)] },
    });
    const features = [feature(0.5), feature(0.6)];
    const document = JSON.stringify({ type: 'FeatureCollection', features });
    await importing(db, 'counties', 'counties.geojson', document);
    const { shape, source, asOf } = await zone('OKC027');
    expect({ source, asOf }).to.deep.equal({ source: 'counties', asOf: null });
    expect(Math.max(...JSON.parse(shape).coordinates[0].map(([lon]: number[]) => lon))).to.be.closeTo(-97.1, 1e-5);
  });

  it('keeps every vertex of a long coast', async () => {
    const around = Array.from({ length: 12_000 }, (_, i): [number, number] => {
      const angle = (-2 * Math.PI * i) / 12_000;
      const r = 0.3 + 0.0001 * (i % 2);
      return [-97 + r * Math.cos(angle), 35 + r * Math.sin(angle)];
    });
    await importing(db, 'counties', 'tl.zip', archive([record('40027', 'Cleveland', [...around, around[0]])]));
    const { shape } = await zone('OKC027');
    expect(JSON.parse(shape).coordinates[0]).to.have.length(12_001);
  }).timeout(60_000);

  it('states in one sentence why a file is refused', async () => {
    const { shp, dbf } = shapefile([cleveland]);
    const projected = 'PROJCS["NAD_1983_Albers",GEOGCS[]]';
    const refused: [content: Uint8Array, why: RegExp][] = [
      [zip({ 'tl.shp': shp }), /^parts: expected a .dbf with the .shp of tl$/],
      [archive([cleveland], projected), /^projection: expected degrees, got coordinates in PROJCS/],
      [zip({ 'tl.shp': 'no shapes', 'tl.dbf': dbf }), /^(form|rows): /],
      [zip({ 'tl.shp': shp.subarray(0, 200), 'tl.dbf': dbf }), /^(form|rows): /],
      [archive([record('4002', 'x', square(0, 0, 1))]), /^rows: no counties in tl: expected GEOID as five digits/],
      [zip({ 'readme.md': 'x' }), /^kind: /],
    ];
    for (const [content, why] of refused) expect(await refusal(db, 'counties', 'tl.zip', content)).to.match(why);
  });
});
