import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { parseIemReports } from '../../src/feeds/reports/parse-iem.ts';
import { parseLsr } from '../../src/feeds/reports/parse-lsr.ts';
import { parseMping } from '../../src/feeds/reports/parse-mping.ts';
import { parseSpcReports } from '../../src/feeds/reports/parse-spc.ts';
import { parseSpotterNetwork } from '../../src/feeds/reports/parse-spotter-network.ts';
import { efOf } from '../../src/feeds/reports/row.ts';

const day = new Date('2026-05-31');
const near = new Date('2026-06-01T00:00Z');

describe('feeds/reports from SPC', () => {
  const three = [
    'Time,F_Scale,Location,County,State,Lat,Lon,Comments',
    '2225,EF2,5 W WYNNE,CROSS,AR,35.23,-90.88,TREES DOWN, POWER OUT (MEG)',
    'Time,Speed,Location,County,State,Lat,Lon,Comments',
    'Time,Size,Location,County,State,Lat,Lon,Comments',
    '0005,175,NORMAN,CLEVELAND,OK,35.22,-97.44,(OUN)',
    '2460,175,NORMAN,CLEVELAND,OK,35.22,-97.44,(OUN)',
    '1200,UNK,NORMAN,CLEVELAND,OK,95.22,-97.44,(OUN)',
    '',
  ].join('\r\n');

  it('parses three tables in one file, including an empty one', () => {
    const { rows, refused } = parseSpcReports(three, day);
    expect(rows.map(({ type, magnitude, units, wfo }) => [type, magnitude, units, wfo])).to.deep.equal([
      ['tornado', 2, 'EF', 'MEG'],
      ['hail', 1.75, 'in', 'OUN'], // hundredths of an inch
    ]);
    expect(refused.map(({ why }) => why)).to.deep.equal([
      'expected HHMM, got "2460"',
      'a position is two numbers on the earth, got [-97.44,95.22]',
    ]);
  });

  it('refuses the line in which a truncated file ends', () => {
    const { rows, refused } = parseSpcReports(three.slice(0, three.indexOf(' POWER OUT')), day);
    expect(rows).to.deep.equal([]);
    expect(refused.map(({ why }) => why)).to.deep.equal(['expected a whole line, got the end of the file']);
  });

  it('keeps commas in comments and moves hours before 12 UTC to the next day', () => {
    const [tornado, hail] = parseSpcReports(three, day).rows;
    expect(tornado.remarks).to.equal('TREES DOWN, POWER OUT');
    expect([tornado.at, hail.at].map((at) => at.toISOString().slice(0, 16))).to.deep.equal([
      '2026-05-31T22:25',
      '2026-06-01T00:05',
    ]);
  });
});

describe('feeds/reports from the Iowa Environmental Mesonet', () => {
  const feature = (more: object) => ({
    type: 'Feature',
    properties: {
      wfo: 'OUN', type: 'H', typetext: 'HAIL', magf: 1.25, unit: 'Inch', qualifier: 'm', valid: '2026-05-31T22:18:00Z', city: '3 SW Norman',
      county: 'Cleveland', st: 'OK', source: 'Public', remark: null, product_id: '202605312230-KOUN-NWUS54-LSROUN', ...more,
    },
    geometry: { type: 'Point', coordinates: [-97.48, 35.19] },
  }); // prettier-ignore
  const read = (...features: unknown[]) => parseIemReports(JSON.stringify({ type: 'FeatureCollection', features }));

  it('uses the last issue of a report in any order', () => {
    const first = feature({});
    const corrected = feature({ magf: 2, product_id: '202605312245-KOUN-NWUS54-LSROUN' });
    for (const features of [[first, corrected], [corrected, first]]) {
      const { rows, ignored } = read(...features);
      expect(rows.map(({ magnitude }) => magnitude)).to.deep.equal([2]);
      expect(ignored).to.deep.equal({ 'issued again': 1 });
    } // prettier-ignore
  });

  it('rates tornadoes only by surveys, and ignores other weather', () => {
    const survey = {
      typetext: 'TORNADO',
      magf: null,
      source: 'NWS Storm Survey',
      remark: 'EF-0 winds at first. Rated EF2.',
    };
    const seen = { typetext: 'TORNADO', magf: null, valid: '2026-05-31T22:19:00Z', remark: 'Looked like an EF5.' };
    const { rows, ignored } = read(feature(survey), feature(seen), feature({ typetext: 'HEAVY RAIN' }), feature({ typetext: 'NON-TSTM WND GST' })); // prettier-ignore
    expect(rows.map(({ magnitude }) => magnitude)).to.deep.equal([2, null]);
    expect(ignored).to.deep.equal({ 'HEAVY RAIN': 1, 'NON-TSTM WND GST': 1 });
    expect(efOf('rated EF-Unknown')).to.equal(null);
  });

  it('gives an event the same key as in the tables of SPC', () => {
    const line =
      'Time,Size,Location,County,State,Lat,Lon,Comments\n2218,125,3 SW NORMAN,CLEVELAND,OK,35.19,-97.48,(OUN)\n';
    expect(read(feature({})).rows[0].key).to.equal(parseSpcReports(line, day).rows[0].key);
  });

  it('finds all tornadoes of 26 April 2024, and rates surveyed ones', function () {
    const bytes = readFileSync(sharedFile(this, 'data/upstream/reports/iem_lsr_2024-04-26.geojson'));
    const tornadoes = parseIemReports(bytes).rows.filter(({ type }) => type === 'tornado');
    expect(tornadoes.length).to.be.within(145, 150); // 150 features, some corrected
    expect(tornadoes.filter(({ magnitude }) => magnitude !== null).length).to.be.greaterThan(30);
  });
});

describe('feeds/reports from local storm reports', () => {
  const text = [
    'NWUS54 KOUN 010013', 'LSROUN', '', 'Preliminary Local Storm Report', 'National Weather Service Norman OK', '713 PM CDT Sun May 31 2026', '',
    '..TIME...   ...EVENT...      ...CITY LOCATION...     ...LAT.LON...', '..DATE...   ....MAG....      ..COUNTY LOCATION..ST.. ...SOURCE....', '            ..REMARKS..', '',
    '0655 PM     Hail             4 E Wapanucka           34.37N 96.36W', '05/31/2026  M1.25 Inch       Atoka              OK   Emergency Mngr   ', '', '            Delayed report. Relayed images.', '            Radar estimated time.', '',
    '1158 PM     Marine Tstm Wind 12 SSE Black Pine       34.37N 96.36W', '05/30/2026  E58 MPH          GMZ330             TX   Buoy             ', '',
    '0701 PM     Flash Flood      Norman                  35.22N 97.44W', '05/31/2026                   Cleveland          OK   911 Call Center  ', '',
    '0702 PM     Hail             Norman                  35.22N 97.44W', 'not a date', '', '&&', '', '$$',
  ].join('\n'); // prettier-ignore

  it('parses longitudes east of Greenwich, as of Guam', () => {
    const { rows } = parseLsr(text.replaceAll('96.36W', '144.80E'), near);
    expect(rows.map(({ lon }) => lon)).to.deep.equal([144.8, 144.8, -97.44]);
  });

  it('parses two lines of columns and the remarks', () => {
    const { rows, refused } = parseLsr(text, near);
    expect(rows[0]).to.include({
      type: 'hail',
      magnitude: 1.25,
      qualifier: 'measured',
      place: '4 E Wapanucka',
      county: 'Atoka',
      state: 'OK',
      wfo: 'OUN',
      reportedBy: 'Emergency Mngr',
      remarks: 'Delayed report. Relayed images. Radar estimated time.',
      lon: -96.36,
      lat: 34.37,
    });
    expect(rows.map(({ type, magnitude, at }) => [type, magnitude, at.toISOString().slice(0, 16)])).to.deep.equal([
      ['hail', 1.25, '2026-05-31T23:55'],
      ['wind', 58, '2026-05-31T04:58'],
      ['flood', null, '2026-06-01T00:01'],
    ]);
    expect(refused.map(({ what }) => what)).to.deep.equal([
      '0702 PM     Hail             Norman                  35.22N 97.44W',
    ]);
  });
});

describe('feeds/reports from the public', () => {
  it('parses mPING, whose sizes are text', () => {
    const report = { id: 77, obtime: '2026-05-31T22:18:00Z', category: 'Hail', description: 'Hail (dime size)', geom: { type: 'Point', coordinates: [-97.4, 35.2] } }; // prettier-ignore
    const results = [report, { ...report, category: 'Rain/Snow' }, { ...report, geom: null }];
    const { rows, refused, ignored, next } = parseMping(
      JSON.stringify({ count: 3, next: 'https://…?page=2', results }),
    );
    expect(rows).to.have.length(1);
    expect(rows[0]).to.include({
      key: 'mping 77',
      type: 'hail',
      source: 'mping',
      magnitude: null,
      units: 'in',
      lat: 35.2,
    });
    expect(refused).to.deep.equal([{ what: 'report 77', why: 'expected a Point, got null' }]);
    expect(ignored).to.deep.equal({ 'Rain/Snow': 1 });
    expect(next).to.equal('https://…?page=2');
  });

  it('creates a row for each kind of weather, without the observer', () => {
    const report = { stamp: '2026-05-31 22:18:00', lat: '35.2', lon: '-97.4', tornado: 0, hail: 1, hailsize: '1.75', wind: 1, windspeed: 70, windmeasure: 1, flood: 1, flashflood: 1, narrative: 'Roof gone', first: 'A', last: 'B' }; // prettier-ignore
    const { rows, ignored } = parseSpotterNetwork(JSON.stringify({ reports: [report, { stamp: 'x', wallcloud: 1 }] }));
    expect(rows.map(({ type, magnitude, qualifier }) => [type, magnitude, qualifier])).to.deep.equal([
      ['hail', 1.75, null],
      ['wind', 70, 'measured'],
      ['flood', null, null],
    ]);
    expect(ignored).to.deep.equal({ 'no severe weather': 1 });
    expect(JSON.stringify(rows)).not.to.match(/"A"|"B"/);
  });
});
