import { expect } from 'chai';
import { termsOf, type Database } from '@severe/db';
import { testDatabase } from '@severe/db/testing/database';
import { zip } from '@severe/testing/zip';
import { bareName } from '../../src/imports/place-lines.ts';
import { importing, refusal } from './support.ts';

const header =
  'USPS\tGEOID\tANSICODE\tNAME\tLSAD\tFUNCSTAT\tALAND\tAWATER\tALAND_SQMI\tAWATER_SQMI\tINTPTLAT\tINTPTLONG';
const gazetteer = (...rows: [state: string, geoid: string, name: string, lat: number, lon: number][]) =>
  `${header}   \n${rows.map(([state, geoid, name, lat, lon]) => `${state}\t${geoid}\t024\t${name}\t25\tA\t1\t0\t1\t0\t${lat}\t${lon}   \n`).join('')}`;

const geoName = (id: number, name: string, state: string, population: number, code = 'PPL', country = 'US') =>
  [id, name, name, '', 35.22257, -97.43948, 'P', code, country, '', state, '027', '', '', population, '', 357, 'America/Chicago', '2020-01-01'].join('\t'); // prettier-ignore

describe('imports/places', () => {
  let db: Database;
  beforeEach(async () => (db = await testDatabase()));

  const found = async (term: string) =>
    (await db.places.search({ term, country: 'us', limit: 10 })).map(({ id, name }) => `${id} ${name}`);

  it('imports the Gazetteer, without the kinds of places after the names', async () => {
    const file = gazetteer(
      ['OK', '4052500', 'Norman city', 35.24, -97.34],
      ['AL', '0100100', 'Abanda CDP', 33.09, -85.52],
      ['XX', '1', 'Nowhere city', 0, 0],
      ['AL', '0100124', 'Abbeville city', 331, -85],
    );
    const { report } = await importing(db, 'places', '2025_Gaz_place_national.zip', zip({ '2025_Gaz_place_national.txt': file })); // prettier-ignore
    expect(report).to.deep.include({ new: 2, unchanged: 0, ignored: { 'not in a served state': 1 } });
    expect(report.refused[0].why).to.match(/^a position is two numbers on the earth/);
    expect(await found('norman')).to.deep.equal(['census/4052500 Norman']);
    expect(await found('abanda')).to.deep.equal(['census/0100100 Abanda']);
    expect(await db.places.edition('places')).to.equal('2025_Gaz_place_national');
    const again = await importing(db, 'places', 'p.txt', file);
    expect(again.report).to.deep.include({ new: 0, changed: 0, unchanged: 2 });
    const bars = await importing(db, 'places', 'p.txt', file.replaceAll('\t', '|'));
    expect(bars.report).to.deep.include({ new: 0, changed: 0, unchanged: 2 });
  });

  it('skips Gazetteer places that another list has nearby with the same name', async () => {
    const here = {
      kind: 'city',
      town: null,
      country: 'us',
      population: 120_284,
      lat: 35.22257,
      lon: -97.43948,
    } as const;
    await db.places.put([{ ...here, id: 'geonames/1', name: 'Norman', state: 'OK', terms: termsOf(['Norman']) }]);
    const file = gazetteer(['OK', '1', 'Norman city', 35.24, -97.34], ['OK', '2', 'Norman town', 36.5, -97.34], ['TX', '3', 'Norman city', 35.24, -97.34]); // prettier-ignore
    const { report } = await importing(db, 'places', 'p.txt', file);
    expect(report).to.deep.include({ new: 2, unchanged: 1 });
    expect(await found('norman')).to.deep.equal(['geonames/1 Norman', 'census/2 Norman', 'census/3 Norman']);
  });

  it('imports existing towns of GeoNames, with the ids of the bundled towns', async () => {
    const lines = [
      geoName(4543762, 'Norman', 'OK', 128_026),
      geoName(2, 'Old Norman', 'OK', 0, 'PPLH'),
      geoName(3, 'West Norman', 'OK', 0, 'PPLX'),
      geoName(4, 'Mayagüez', '097', 78_647, 'PPLA', 'PR'),
      geoName(5, 'Toronto', '08', 2_600_000, 'PPLA', 'CA'),
      geoName(6, 'Norman Lake', 'OK', 0).replace('\tP\t', '\tH\t'),
    ];
    const { report } = await importing(db, 'places', 'US.zip', zip({ 'readme.txt': 'GeoNames', 'US.txt': `${lines.join('\n')}\n` })); // prettier-ignore
    expect(report).to.deep.equal({ new: 2, changed: 0, unchanged: 0, refused: [], ignored: { 'not a town': 3, 'not in a served state': 1 } }); // prettier-ignore
    expect(await found('norman')).to.deep.equal(['geonames/4543762 Norman']);
    expect(await found('mayaguez')).to.deep.equal(['geonames/4 Mayagüez']);
    const { report: grown } = await importing(db, 'places', 'US.txt', geoName(4543762, 'Norman', 'OK', 130_000));
    expect(grown).to.deep.include({ new: 0, changed: 1 });
  });

  it('separates a name from the kind of place after it', () => {
    const names = ['Norman city', 'Abanda CDP', 'Nashville-Davidson metropolitan government (balance)', 'Truth or Consequences city', 'King of Prussia CDP', 'Village of the Branch village', 'Carson City', 'Butte-Silver Bow (balance)']; // prettier-ignore
    expect(names.map(bareName)).to.deep.equal(['Norman', 'Abanda', 'Nashville-Davidson', 'Truth or Consequences', 'King of Prussia', 'Village of the Branch', 'Carson City', 'Butte-Silver Bow']); // prettier-ignore
  });

  it('states in one sentence why a file is refused', async () => {
    expect(await refusal(db, 'places', 'p.txt', 'name,lat,lon\n')).to.match(
      /^columns: expected GeoNames or the columns USPS/,
    );
    expect(await refusal(db, 'places', 'p.txt', '')).to.equal('rows: no places in p');
    expect(await refusal(db, 'places', 'p.txt', header)).to.equal('rows: no places in p');
    expect(await refusal(db, 'places', 'p.zip', zip({ 'a.txt': '', 'b.txt': '' }))).to.match(/^parts: /);
    expect(await refusal(db, 'places', 'p.txt', 'x'.repeat(17 << 20))).to.match(/^line: /);
  });
});
