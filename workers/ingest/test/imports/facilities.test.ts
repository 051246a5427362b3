import { expect } from 'chai';
import type { Database } from '@severe/db';
import { testDatabase } from '@severe/db/testing/database';
import { zip } from '@severe/testing/zip';
import { importing, refusal } from './support.ts';

const hifld =
  'X,Y,OBJECTID,ID,NAME,ADDRESS,CITY,STATE,TYPE,STATUS,COUNTYFIPS,LATITUDE,LONGITUDE,BEDS\n' +
  '-10847000,4195000,1,0173069,"NORMAN REGIONAL, PORTER CAMPUS",901 N PORTER AVE,NORMAN,OK,GENERAL ACUTE CARE,OPEN,40027,35.23,-97.44,324\n' +
  '-10847000,4195000,2,0173070,MOORE MEDICAL CENTER,700 S TELEPHONE RD,MOORE,OK,GENERAL ACUTE CARE,CLOSED,40027,35.33,-97.49,45\n' +
  '0,0,3,0173071,NOWHERE HOSPITAL,NOT AVAILABLE,NOWHERE,ZZ,CHILDREN,OPEN,NOT AVAILABLE,-999,-999,-999\n' +
  '0,0,4,0101001,AUTAUGA CLINIC,1 MAIN,PRATTVILLE,AL,CHILDREN,OPEN,1001,32.46,-86.46,-999\n';

const point = (id: string | undefined, properties: object, coordinates = [-97.44, 35.23]) => ({
  type: 'Feature',
  ...(id ? { id } : {}),
  properties,
  geometry: { type: 'Point', coordinates },
});

describe('imports/facilities', () => {
  let db: Database;
  beforeEach(async () => (db = await testDatabase()));

  const stored = async () => {
    const { rows } = await db.facilities.search({ area: { bbox: [-180, -90, 180, 90] }, limit: 100 });
    return rows.toReversed();
  };

  it('imports a HIFLD layer, without changes the second time', async () => {
    const { report, progress } = await importing(db, 'facilities', 'Hospitals.csv', hifld, { kind: 'hospital' });
    expect(report).to.deep.include({ new: 2, changed: 0, unchanged: 0, ignored: { closed: 1 } });
    expect(report.refused).to.deep.equal([
      {
        why: 'a position is two numbers on the earth, got [-999,-999]',
        count: 1,
        example: '{"id":"0173071","name":"NOWHERE HOSPITAL"}',
      },
    ]);
    expect(await stored()).to.deep.equal([
      {
        id: 1,
        kind: 'hospital',
        name: 'NORMAN REGIONAL, PORTER CAMPUS',
        address: '901 N PORTER AVE',
        city: 'NORMAN',
        state: 'OK',
        fips: '40027',
        capacity: 324,
        geometry: '{"type":"Point","coordinates":[-97.44,35.23]}',
      },
      {
        id: 2,
        kind: 'hospital',
        name: 'AUTAUGA CLINIC',
        address: '1 MAIN',
        city: 'PRATTVILLE',
        state: 'AL',
        fips: '01001', // a spreadsheet has lost the zero
        capacity: null,
        geometry: '{"type":"Point","coordinates":[-86.46,32.46]}',
      },
    ]);
    expect(progress.at(-1)).to.deep.equal([hifld.length, hifld.length]);

    const again = await importing(db, 'facilities', 'Hospitals.csv', hifld, { kind: 'hospital' });
    expect(again.report).to.deep.include({ new: 0, changed: 0, unchanged: 2 });
    const more = await importing(db, 'facilities', 'Hospitals.csv', hifld.replace('324', '330'), { kind: 'hospital' });
    expect(more.report).to.deep.include({ new: 0, changed: 1, unchanged: 1 });
  });

  it('imports a plain list with any common delimiter, zipped or not', async () => {
    const plain = 'kind;name;lat;lon;capacity\nNursing Homes;Grace;35.2;-97.4;60\npolice-station;OU;35.21;-97.44;\n';
    for (const sign of [';', '\t', '|', ',']) {
      await importing(db, 'facilities', 'own.csv', `\uFEFF${plain.replaceAll(';', sign)}`, { source: sign });
      await importing(db, 'facilities', 'own.zip', zip({ 'own.csv': plain.replaceAll(';', sign) }), { source: sign });
    }
    const kinds = (await stored()).map(({ kind, capacity }) => [kind, capacity]);
    const both = [['nursing_home', 60], ['police', null]]; // prettier-ignore
    expect(kinds).to.deep.equal([...both, ...both, ...both, ...both]);
  });

  it('imports GeoJSON, as one document and with one feature per line', async () => {
    const features = [
      point('way/1', { name: 'Norman High', kind: 'school', capacity: '1900' }),
      point(undefined, { name: 'Station 3', kind: 'fire_station' }, [-97.5, 35.2]),
      { type: 'Feature', properties: { name: 'A park', kind: 'mobile_home_park' }, geometry: null },
    ];
    const document = JSON.stringify({ type: 'FeatureCollection', name: 'x', crs: { a: [1] }, features }, null, 2);
    const { report } = await importing(db, 'facilities', 'all.geojson', document);
    expect(report).to.deep.include({ new: 2, unchanged: 0 });
    expect(report.refused.map(({ why }) => why)).to.deep.equal(['expected a Point, got null']);
    const lines = features.map((feature) => `${JSON.stringify(feature)}\r\n`).join('');
    for (const name of ['all.ndjson', 'all.geojson']) {
      expect((await importing(db, 'facilities', name, lines)).report, name).to.deep.include({ new: 0, unchanged: 2 });
    }
  });

  it('imports one feature per line also if the first line is longer than one read of the file', async () => {
    const long = point('1', { name: 'Norman High', kind: 'school', remarks: 'x'.repeat(100_000) });
    const lines = `${JSON.stringify(long)}\n${JSON.stringify({ ...long, id: '2' })}\n`;
    expect((await importing(db, 'facilities', 'long.ndjson', lines)).report).to.deep.include({ new: 2, refused: [] });
  });

  it('limits memory: a list is streamed, and an endless row is refused', async () => {
    const rows = Array.from({ length: 3000 }, (_, i) => `${i},School ${i},35.${i},-97.4`).join('\n');
    const { report } = await importing(db, 'facilities', 's.csv', `id,name,lat,lon\n${rows}\n`, { kind: 'school' });
    expect(report).to.deep.include({ new: 3000, refused: [] });
    const endless = `id,name,lat,lon\n1,"${'x'.repeat(2 << 20)}`;
    expect(await refusal(db, 'facilities', 's.csv', endless, { kind: 'school' })).to.match(
      /^form: s.csv cannot be read: /,
    );
  });

  it('states in one sentence why a file is refused', async () => {
    const csv = 'id,name,lat,lon\n';
    const refused: [name: string, content: string | Uint8Array, why: RegExp][] = [
      ['x.csv', '', /^empty: x.csv is empty$/],
      ['x.csv', 'id,name\n1,a\n', /^columns: expected columns latitude and longitude, got id, name$/],
      ['x.csv', csv, /^rows: no facilities in x$/],
      [
        'x.csv',
        `${csv}1,a,35,-97\n`,
        /^rows: no facilities in x: expected a valid kind in column kind, or --kind, got null, in /,
      ],
      ['x.geojson', '{"type":"FeatureCollection","features":[]}', /^shape: expected a FeatureCollection with features/],
      ['x.geojson', '{"type":"Topology"}', /^shape: /],
      ['x.geojson', '{"features":{"a":1}}', /^form: /],
      ['x.geojson', '{"type":"FeatureCollection","features":[{"type":', /^form: /],
      ['x.pdf', '%PDF', /^kind: expected a zipped shapefile, GeoJSON or CSV, got x.pdf$/],
      ['x.zip', 'PK\x03\x04 and no more', /^zip: x.zip is not a complete zip archive: /],
      ['x.zip', zip({ 'a.csv': csv, 'b.csv': csv }), /^parts: expected one file of this type, got a.csv and b.csv$/],
    ];
    for (const [name, content, why] of refused) {
      expect(await refusal(db, 'facilities', name, content), `${name} ${String(content)}`).to.match(why);
    }
  });
});
