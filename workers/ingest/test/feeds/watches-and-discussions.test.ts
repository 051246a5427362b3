import { readFileSync } from 'node:fs';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { parseDiscussionText } from '../../src/feeds/discussions/parse-text.ts';
import { parseDiscussions } from '../../src/feeds/discussions/parse.ts';
import { parseWatchText } from '../../src/feeds/watches/parse-text.ts';

const near = new Date('2026-05-31T22:00Z');

describe('feeds/watches', () => {
  it('reads the box, the hazards and what is replaced from SAW', () => {
    const text = [
      'WWUS30 KWNS 312217', 'SAW3', 'SPC AWW 312217', 'WW 153 TORNADO OK TX CW 312215Z - 010600Z',
      'HAIL SURFACE AND ALOFT..2.5 INCHES. WIND GUSTS..60 KNOTS.', '', 'REPLACES WW 152..OK TX', '',
      'LAT...LON 36990273 36069666 34349697 35270302', '',
    ].join('\n'); // prettier-ignore
    expect(parseWatchText(text, near)).to.deep.include({
      number: 153,
      year: 2026,
      type: 'TOR',
      maxHailIn: 2.5,
      maxWindKt: 60,
      validFrom: new Date('2026-05-31T22:15Z'),
      expiresAt: new Date('2026-06-01T06:00Z'),
      states: ['OK', 'TX', 'CW'],
      replaces: [152],
      area: {
        type: 'Polygon',
        coordinates: [[[-102.73, 36.99], [-103.02, 35.27], [-96.97, 34.34], [-96.66, 36.06], [-102.73, 36.99]]],
      },
    }); // prettier-ignore
  });

  it('reads from SEL which watch it replaces', () => {
    const text = [
      'WWUS20 KWNS 312217', 'SEL3', 'OKC000-TXZ000-010600-', '', 'Tornado Watch Number 153', '515 PM CDT Sun May 31 2026', '',
      'OTHER WATCH INFORMATION...This tornado watch replaces tornado watch', 'number 152. Watch number 152 will not be in effect after',
      '515 PM CDT. CONTINUE...WW 150...WW 151...', '',
    ].join('\n'); // prettier-ignore
    expect(parseWatchText(text, near)).to.deep.include({ number: 153, replaces: [152] });
  });

  it('reads table limits in WWP given as less than or more than', () => {
    const text = [
      'WWUS40 KWNS 312158', 'WWP9', '', 'WS 0160', 'PROB OF 2 OR MORE TORNADOES                        : <05%',
      'PROB OF 1 OR MORE WIND EVENTS >= 65 KNOTS          : >95%', 'MAX HAIL /INCHES/                            : 1.5',
      'PARTICULARLY DANGEROUS SITUATION             : YES', '',
    ].join('\n'); // prettier-ignore
    const row = parseWatchText(text, near);
    expect(row).to.include({ type: 'SVR', number: 160, pds: true, maxHailIn: 1.5, maxWindKt: null });
    expect(row.probabilities).to.include({ tornado2OrMore: 5, wind65kt1OrMore: 95, hail10OrMore: null });
  });

  it('reads the counties of WOU, state by state, less those that are out of it', () => {
    const segment = (codes: string, action: string) => [`${codes}-010600-`, `/O.${action}.KWNS.TO.A.0212.260531T2215Z-260601T0600Z/`, '', 'OK', '. COUNTIES INCLUDED ARE', '', '$$', ''].join('\n'); // prettier-ignore
    const head = 'WOUS64 KWNS 312215\nWOU2\n\nTORNADO WATCH OUTLINE UPDATE FOR WT 212\n\n';
    const text = head + segment('OKC027-031>033', 'NEW') + segment('TXC009', 'NEW') + segment('TXC077', 'CAN');
    expect(parseWatchText(text, near)).to.deep.include({
      number: 212,
      type: 'TOR',
      status: 'active',
      validFrom: new Date('2026-05-31T22:15Z'),
      expiresAt: new Date('2026-06-01T06:00Z'),
      states: ['OK', 'TX'],
      counties: ['OKC027', 'OKC031', 'OKC032', 'OKC033', 'TXC009'],
    });
    const gone = parseWatchText(head + segment('OKC027', 'CAN'), near);
    expect(gone).to.deep.include({ status: 'cancelled', counties: [], expiresAt: new Date('2026-05-31T22:15Z') });
    expect(() => parseWatchText(`${head}$$`, near)).to.throw(DataError, 'expected counties');
  });

  it('reads the number of a cancellation from its sentence, because titles have contained an extra digit', function () {
    const bytes = readFileSync(sharedFile(this, 'data/upstream/watches/text/SEL_SEL_CAN.txt'));
    expect(parseWatchText(bytes, near)).to.deep.include({
      number: 570,
      year: 2015,
      status: 'cancelled',
      expiresAt: new Date('2015-12-27T10:03Z'),
      states: ['TX'],
    });
  });

  it('reads the end and the hazards of a watch from SEL', function () {
    const bytes = readFileSync(sharedFile(this, 'data/upstream/watches/text/SEL_SEL9.txt'));
    expect(parseWatchText(bytes, near)).to.deep.include({
      number: 169,
      type: 'SVR',
      pds: null,
      maxHailIn: 3,
      maxWindKt: 65,
      issuedAt: new Date('2022-05-01T20:48Z'),
      expiresAt: new Date('2022-05-02T04:00Z'), // "until 1100 PM CDT"
      states: ['CO', 'NM', 'OK', 'TX'],
    });
  });
});

describe('feeds/discussions', () => {
  const head = ['ACUS11 KWNS 312350', 'SWOMCD', 'SPC MCD 312350', 'OKZ000-010115-', '', 'Mesoscale Discussion 0845', 'NWS Storm Prediction Center Norman OK', '0650 PM CDT Sun May 31 2026', '']; // prettier-ignore
  const body = ['Areas affected...Central Oklahoma', '', 'Concerning...Tornado Watch 212...213...', '', 'Valid 312350Z - 010115Z', '', 'SUMMARY...Words.', '', 'ATTN...WFO...OUN...TSA...', '', 'LAT...LON   35009800 36009800 36009700 35009700', '', 'MOST PROBABLE PEAK WIND GUST...55-70 MPH', '']; // prettier-ignore

  it('reads a discussion over the end of a month', () => {
    const row = parseDiscussionText([...head, ...body].join('\n'), near);
    expect(row).to.deep.include({
      number: 845,
      year: 2026,
      issuedAt: new Date('2026-05-31T23:50Z'),
      expiresAt: new Date('2026-06-01T01:15Z'),
      watchConfidence: null,
      concerning: 'Tornado Watch 212...213',
      areasAffected: 'Central Oklahoma',
      wfos: ['OUN', 'TSA'],
      watches: [212, 213],
      threats: { peakWindMph: '55-70', hailIn: null, tornadoMph: null },
    });
    expect(row.area?.coordinates).to.have.length(1);
  });

  it('reads the probability of a watch and heads without blank lines between', function () {
    const bytes = readFileSync(sharedFile(this, 'data/upstream/discussions/text/MCD_MPD_SWOMCD_tags.txt'));
    expect(parseDiscussionText(bytes, near)).to.deep.include({
      number: 2237,
      watchConfidence: 60,
      concerning: 'Severe potential...Watch possible',
      areasAffected: 'Lower Mississippi Valley',
      wfos: ['JAN', 'LIX', 'LCH'],
      threats: { peakWindMph: '55-70', hailIn: '1.00-1.75', tornadoMph: '85-115' },
      expiresAt: new Date('2024-11-19T07:15Z'),
    });
  });

  it('tells discussions of rain from those of storms', () => {
    const rain = ['AWUS01 KWNH 312350', 'FFGMPD', ...head.slice(2), ...body].join('\n');
    expect(parseDiscussionText(rain, near)).to.include({ kind: 'precipitation', number: 845 });
    const other = rain.replace('FFGMPD', 'SWODY1');
    expect(() => parseDiscussionText(other, near)).to.throw(DataError, 'expected SWOMCD or FFGMPD, got "SWODY1"');
  });

  it('reads the map service, also its placeholder feature for no outlook', () => {
    const features = [
      { type: 'Feature', properties: { name: 'NoArea', folderpath: '' }, geometry: null },
      { type: 'Feature', properties: { name: 'MD 0746', folderpath: 'MD 0746 Active Till 0045 UTC', idp_filedate: Date.UTC(2026, 4, 31, 23, 12) }, geometry: null },
      { type: 'Feature', properties: { name: 'XX' }, geometry: null },
    ]; // prettier-ignore
    const { rows, refused, ignored } = parseDiscussions(JSON.stringify({ type: 'FeatureCollection', features }));
    expect(rows[0]).to.deep.include({ number: 746, expiresAt: new Date('2026-06-01T00:45Z') });
    expect(ignored).to.deep.equal({ 'no discussion in force': 1 });
    expect(refused).to.deep.equal([{ what: 'XX', why: 'expected MD and a number, got "XX"' }]);
  });

  it('reads the columns of the Iowa Environmental Mesonet', () => {
    const properties = { num: 845, year: 2026, issue: '2026-05-31T23:50:00Z', expire: '2026-06-01T01:15:00Z', watch_confidence: 80, concerning: 'Tornado Watch 212' }; // prettier-ignore
    const payload = JSON.stringify({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', properties, geometry: null }],
    });
    expect(parseDiscussions(payload).rows[0]).to.deep.include({ number: 845, watchConfidence: 80, watches: [212] });
  });
});
