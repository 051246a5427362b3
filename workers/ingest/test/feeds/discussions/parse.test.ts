import { expect } from 'chai';
import { parseDiscussions } from '../../../src/feeds/discussions/parse.ts';
import { collectionOf } from '../../support/refusal.ts';

const square = { type: 'Polygon', coordinates: [[[-98, 34], [-96, 34], [-96, 36], [-98, 36], [-98, 34]]] }; // prettier-ignore
const read = (...properties: object[]) =>
  parseDiscussions(
    collectionOf(...properties.map((each) => ({ type: 'Feature', properties: each, geometry: square }))),
  );
const bare = {
  kind: 'convective',
  number: 746,
  year: 2026,
  issuedAt: new Date('2026-05-31T23:12Z'),
  expiresAt: null,
  watchConfidence: null,
  concerning: null,
  areasAffected: null,
  wfos: [],
  watches: [],
  threats: null,
  text: null,
  url: 'https://www.spc.noaa.gov/products/md/2026/md0746.html',
  area: square,
  isCorrection: false,
};

describe('discussions/parse', () => {
  const arcgis = { name: 'MD 0746', folderpath: 'MD 0746 Active Till 0045 UTC', idp_filedate: Date.UTC(2026, 4, 31, 23, 12) }; // prettier-ignore

  it('reads every field of the map service', () => {
    expect(read(arcgis)).to.deep.equal({
      rows: [{ ...bare, expiresAt: new Date('2026-06-01T00:45Z') }],
      refused: [],
      ignored: {},
    });
  });

  it('has no end if the map service names none', () => {
    const ends = (folderpath: unknown) => read({ ...arcgis, folderpath }).rows[0].expiresAt;
    expect([ends(null), ends('MD 0746'), ends('MD 0746 Active Till 045 UTC')]).to.deep.equal([null, null, null]);
    expect(ends('md 0746 active till 2330 utc')).to.deep.equal(new Date('2026-05-31T23:30Z'));
  });

  it('counts the features that stand for no discussion', () => {
    const names = ['NoArea', 'NO AREA', 'no  area', null];
    const { rows, refused, ignored } = read(...names.map((name) => ({ ...arcgis, name })));
    expect({ rows, refused, ignored }).to.deep.equal({ rows: [], refused: [], ignored: { 'no discussion in force': 4 } }); // prettier-ignore
  });

  it('refuses other names and missing times', () => {
    for (const name of ['XMD 0746', 'MD 0746X', 'MD 07461', 'MD ', 'MDS 0746']) {
      expect(read({ ...arcgis, name }).refused, name).to.deep.equal([{ what: name.trim(), why: `expected MD and a number, got ${JSON.stringify(name.trim())}` }]); // prettier-ignore
    }
    expect(read({ ...arcgis, idp_filedate: null }).refused).to.deep.equal([{ what: 'MD 0746', why: 'expected idp_filedate as a time, got null' }]); // prettier-ignore
    expect(read({ ...arcgis, name: 'MD 7' }).rows[0].number).to.equal(7);
  });

  const iem = {
    num: 746,
    year: 2025,
    issue: '2026-05-31T23:12:00Z',
    expire: '2026-06-01T01:15:00Z',
    watch_confidence: 80,
    concerning: 'Tornado Watch 212',
  };

  it('reads every field of the Iowa Environmental Mesonet', () => {
    expect(read(iem).rows).to.deep.equal([
      {
        ...bare,
        year: 2025,
        url: 'https://www.spc.noaa.gov/products/md/2025/md0746.html',
        expiresAt: new Date('2026-06-01T01:15Z'),
        watchConfidence: 80,
        concerning: 'Tornado Watch 212',
        watches: [212],
      },
    ]);
    expect(read({ ...iem, year: null }).rows[0].year).to.equal(2026);
    const newYear = { issue: '2027-01-01T00:05:00Z', idp_filedate: Date.UTC(2027, 0, 1, 0, 5) };
    expect(read({ ...iem, ...newYear, year: null, num: 2450 }).rows[0].year).to.equal(2026);
    expect(read({ ...arcgis, ...newYear, name: 'MD 2450' }).rows[0].year).to.equal(2026);
    expect(read({ ...arcgis, ...newYear, name: 'MD 0001' }).rows[0].year).to.equal(2027);
  });

  it('names what it refuses by name, number or place in the list', () => {
    const { refused } = read({ ...iem, issue: null }, { ...iem, num: null }, { ...iem, expire: 'x' });
    expect(refused).to.deep.equal([
      { what: 'discussion 746', why: 'expected issue as a time, got null' },
      { what: 'discussion feature 1', why: 'expected num as a number, got null' },
      { what: 'discussion 746', why: 'expected expire as a time, got "x"' },
    ]);
  });
});
