import { readdirSync, readFileSync } from 'node:fs';
import { areaHolds, type Position, type Ring, signedArea } from '@severe/geo';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { closeLines } from '../../src/feeds/outlooks/close-lines.ts';
import { parseOutlookPoints } from '../../src/feeds/outlooks/parse-points.ts';
import { parseOutlook } from '../../src/feeds/outlooks/parse.ts';
import type { OutlookRow } from '../../src/feeds/outlooks/row.ts';

const near = new Date('2026-05-17T06:10Z');
const times = { VALID: '202605171200', EXPIRE: '202605181200', ISSUE: '202605170610' };
const square = [[[-98, 35], [-96, 35], [-96, 37], [-98, 37], [-98, 35]]]; // prettier-ignore
const feature = (LABEL: string, geometry: unknown = { type: 'Polygon', coordinates: square }) => ({
  type: 'Feature',
  properties: { DN: 5, ...times, LABEL, LABEL2: 'words', stroke: '#FF9600', fill: '#FFEB7F' },
  geometry,
});
const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });

describe('feeds/outlooks', () => {
  it('parses a category with rank, times and colours', () => {
    const { rows } = parseOutlook(collection(feature('ENH')), { day: 1, type: 'categorical' });
    expect(rows).to.deep.equal([
      {
        day: 1,
        type: 'categorical',
        risk: 'ENH',
        riskRank: 4,
        probability: null,
        significant: false,
        issuedAt: new Date('2026-05-17T06:10Z'),
        validFrom: new Date('2026-05-17T12:00Z'),
        validTo: new Date('2026-05-18T12:00Z'),
        colour: '#FF9600',
        fill: '#FFEB7F',
        area: { type: 'Polygon', coordinates: square },
      },
    ]);
  });

  it('gives hatched areas no probability', () => {
    const payload = collection(feature('0.15'), feature('SIGN'), feature('CIG2'));
    const { rows } = parseOutlook(payload, { day: 1, type: 'tornado' });
    expect(rows.map(({ risk, probability, significant }) => [risk, probability, significant])).to.deep.equal([
      ['15', 0.15, false],
      ['SIGN', null, true],
      ['CIG2', null, true],
    ]);
  });

  it('converts the probabilities of days 4 to 8 to categories, as SPC does', () => {
    const payload = collection(feature('0.15'), feature('0.30'));
    const ranks = (day: number) => parseOutlook(payload, { day, type: 'categorical' }).rows.map((row) => row.riskRank);
    expect(ranks(4)).to.deep.equal([3, 4]); // SLGT, ENH
    expect(ranks(3)).to.deep.equal([null, null]);
  });

  it('distinguishes "no areas" from a broken one', () => {
    const none = { type: 'GeometryCollection', geometries: [] };
    const { rows, refused, ignored } = parseOutlook(collection(feature('', none)), { day: 2, type: 'hail' });
    expect({ rows, refused, ignored }).to.deep.equal({ rows: [], refused: [], ignored: { 'no area': 1 } });
    const broken = { type: 'Polygon', coordinates: [[[-98, null], [-96, 35], [-96, 37]]] }; // prettier-ignore
    const read = parseOutlook(
      collection(feature('SLGT'), feature('MRGL', broken), feature('RED'), feature('ENH', null)),
      {
        day: 1,
        type: 'categorical',
      },
    );
    expect(read.rows.map(({ risk, riskRank }) => [risk, riskRank])).to.deep.equal([['SLGT', 3], ['RED', null]]); // prettier-ignore
    expect(read.refused.map(({ what }) => what)).to.deep.equal(['categorical day 1, MRGL', 'categorical day 1, ENH']);
  });

  it('rejects the file of another day', () => {
    const esri = {
      geometryType: 'esriGeometryPolygon',
      spatialReference: { wkid: 4269 },
      features: [
        { attributes: { ...times, label: 'MRGL', idp_source: 'day2otlk_20260517_cat' }, geometry: { rings: square } },
      ],
    };
    expect(parseOutlook(JSON.stringify(esri), { day: 1, type: 'categorical' }).refused).to.deep.equal([
      { what: 'categorical day 1, MRGL', why: 'expected day 1, got day2otlk_20260517_cat' },
    ]);
  });
});

describe('feeds/outlooks points', () => {
  const bulletin = [
    'WUUS01 KWNS 170610', 'PTSDY1', '', '0110 AM CDT SUN MAY 17 2026', '', 'VALID TIME 171200Z - 181200Z', '',
    '... TORNADO ...', '', '&&', '', '... HAIL ...', '',
    '0.05   35009800 37009800 37009600 35009600', '       35009800 99999999 35509750 35509650 36509650 36509750', '       35509750 ',
    'SIGN   30000100 31000100', '&&', '',
  ].join('\n'); // prettier-ignore

  it('reads a clockwise ring as a shell and an anticlockwise one as a hole', () => {
    const [hail] = parseOutlookPoints(bulletin, near).rows;
    expect(hail).to.include({ type: 'hail', probability: 0.05 });
    expect(areaHolds(hail.area, [-97.8, 35.2])).to.equal(true);
    expect(areaHolds(hail.area, [-97, 36])).to.equal(false);
  });

  it('refuses a record with invalid positions and parses the others', () => {
    const { rows, refused } = parseOutlookPoints(bulletin.replace('30000100 31000100', '30000100 310001'), near);
    expect(rows).to.have.length(1);
    expect(refused).to.deep.equal([
      { what: 'PTSDY1 day 1 SIGN', why: 'expected 8 digits of a position, got "310001"' },
    ]);
  });

  it('closes lines that end at the border along it, with the area on the right', () => {
    // northward through Kansas from below Texas to above North Dakota: all that lies east
    const east = bulletin.replace('30000100 31000100', '25009800 38009800 49509800');
    const area = parseOutlookPoints(east, near).rows[1].area;
    const held = (lon: number, lat: number) => areaHolds(area, [lon, lat]);
    expect([held(-90, 40), held(-75, 42), held(-82, 28)]).to.deep.equal([true, true, true]);
    expect([held(-100, 40), held(-120, 45)]).to.deep.equal([false, false]);
  });

  it('assigns 24 hours to each of days 4 to 8', () => {
    const text = ['WUUS48 KWNS 170857', 'PTSD48', '', 'VALID TIME 201200Z - 251200Z', '', 'SEVERE WEATHER OUTLOOK POINTS DAY 6', '', '... ANY SEVERE ...', '', '0.30   35009800 37009800 37009600 35009800', '&&'].join('\n'); // prettier-ignore
    const [row] = parseOutlookPoints(text, near).rows;
    expect(row).to.deep.include({ day: 6, type: 'categorical', riskRank: 4 });
    expect([row.validFrom, row.validTo].map((at) => at.toISOString().slice(0, 13))).to.deep.equal([
      '2026-05-22T12',
      '2026-05-23T12',
    ]);
  });

  it('parses the same enhanced risk from the static file and the map service', function () {
    const read = (name: string) =>
      parseOutlook(readFileSync(sharedFile(this, `data/upstream/outlooks/${name}`)), { day: 1, type: 'categorical' })
        .rows;
    const files = [
      'day1otlk_cat.nolyr.geojson',
      'arcgis_day1_categorical.geojson',
      'arcgis_day1_categorical.esri.json',
    ].map(read);
    const norfolk: [number, number] = [-97.42, 42.03];
    for (const rows of files) {
      const highest = Math.max(...rows.filter(({ area }) => areaHolds(area, norfolk)).map((row) => row.riskRank ?? 0));
      expect(highest).to.equal(4); // inside all four areas of 17 May 2026, whether they are nested or cut out
    }
  });
});

describe('feeds/outlooks lines', () => {
  /** A square country, clockwise. */
  const outline: Ring = [[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]]; // prettier-ignore
  const size = (rings: Ring[]) => rings.map((ring) => -signedArea(ring) / 2);

  it('encloses the area on the right of one line', () => {
    const north: Position[] = [[4, -1], [4, 11]]; // prettier-ignore
    expect(size(closeLines([north], outline))).to.deep.equal([66]); // 6 by 10, and the ends beyond the border
    expect(size(closeLines([north.toReversed()], outline))).to.deep.equal([44]);
  });

  it('encloses the strip between two lines, and separate corners', () => {
    const north: Position[] = [[4, 0], [4, 10]]; // prettier-ignore
    const south: Position[] = [[7, 10], [7, 0]]; // prettier-ignore
    expect(size(closeLines([north, south], outline))).to.deep.equal([30]);
    const corner: Position[] = [[0, 8], [2, 10]]; // prettier-ignore
    const opposite: Position[] = [[10, 2], [8, 0]]; // prettier-ignore
    expect(size(closeLines([corner.toReversed(), opposite.toReversed()], outline))).to.deep.equal([2, 2]);
  });

  it('closes a ring with an error in its last position', () => {
    const slipped: Position[] = [[3, 3], [3, 6], [6, 6], [6, 3], [3.1, 3]]; // prettier-ignore
    expect(size(closeLines([slipped], outline))).to.deep.equal([9]);
  });

  it('nests the risks of real bulletins, whose lines end at coasts and borders', function () {
    const folder = sharedFile(this, 'data/upstream/outlooks/text');
    let ladders = 0;
    for (const name of readdirSync(folder)) {
      const { rows } = parseOutlookPoints(readFileSync(`${folder}/${name}`), near);
      for (const type of new Set(rows.map((row) => row.type))) {
        const order = (row: OutlookRow) => row.riskRank ?? row.probability ?? 0;
        const steps = rows.filter((row) => row.type === type && !row.significant && order(row) > 0);
        const levels = [...new Set(steps.map(order))].sort((a, b) => a - b);
        for (const [i, level] of levels.slice(1).entries()) {
          ladders++;
          const holds = (at: number, place: Position) =>
            steps.some((row) => order(row) === at && areaHolds(row.area, place));
          const inside = grid.filter((place) => holds(level, place));
          const nested = inside.filter((place) => holds(levels[i], place));
          expect(nested.length / inside.length, `${name} ${type} ${level}`).to.be.greaterThan(0.97);
        }
      }
    }
    expect(ladders).to.equal(30);
  });
});

/** Places half a degree apart over the 48 states. */
const grid = Array.from({ length: 118 * 52 }, (_, i): Position => [-125 + (i % 118) / 2, 24 + Math.floor(i / 118) / 2]);
