import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { parseEroText } from '../../src/feeds/eros/parse-text.ts';
import { parseEro } from '../../src/feeds/eros/parse.ts';
import { parseAdvisory } from '../../src/feeds/tropical/parse-advisory.ts';
import { parseAtcf } from '../../src/feeds/tropical/parse-atcf.ts';
import { parseBasinOutlook } from '../../src/feeds/tropical/parse-outlook.ts';
import { parseOutlookAreas, parseStormGusts, parseStormShapes } from '../../src/feeds/tropical/parse-shapes.ts';
import { parseCurrentStorms } from '../../src/feeds/tropical/parse-storms.ts';
import { categoryOf } from '../../src/feeds/tropical/row.ts';

const near = new Date('2026-08-18T12:00Z');
const square = [[[-98, 25], [-96, 25], [-96, 27], [-98, 27], [-98, 25]]]; // prettier-ignore
const collection = (...features: unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });

describe('feeds/tropical', () => {
  it('accepts an empty list, and parses valid storms beside broken ones', () => {
    expect(parseCurrentStorms('{"activeStorms":[]}')).to.deep.equal({ rows: [], refused: [], ignored: {} });
    const storm = { id: 'al052026', name: 'Ernesto', classification: 'HU', intensity: '100', pressure: '955', latitudeNumeric: 25, longitudeNumeric: -80, movementDir: null, movementSpeed: 14, publicAdvisory: { advNum: '036A', issuance: '2026-08-18T12:00:00Z', url: 'u' } }; // prettier-ignore
    const { rows, refused, ignored } = parseCurrentStorms(
      JSON.stringify({ activeStorms: [storm, { ...storm, id: 'wp052026' }, { ...storm, id: 'invest' }] }),
    );
    expect(rows[0]).to.include({ stormId: 'al052026', basin: 'al', advisory: '36A', maxWindKt: 100, category: 3, movementDirDeg: null, movementKt: 12 }); // prettier-ignore
    expect(refused).to.deep.equal([{ what: 'invest', why: 'expected basin, number and year, got invest' }]);
    expect(ignored).to.deep.equal({ 'of another basin': 1 });
  });

  it('uses the limits of the Saffir–Simpson scale', () => {
    expect([63, 64, 82, 83, 95, 96, 112, 113, 136, 137].map(categoryOf)).to.deep.equal([
      null,
      1,
      1,
      2,
      2,
      3,
      3,
      4,
      4,
      5,
    ]);
  });

  it('parses the summary of an advisory and of an update', function () {
    const read = (name: string) =>
      parseAdvisory(readFileSync(sharedFile(this, `data/upstream/tropical/text/${name}`)), near);
    expect(read('TCPAT4.txt')).to.deep.include({
      stormId: 'al092016',
      name: 'Hermine',
      classification: 'PTC',
      advisory: '28A',
      issuedAt: new Date('2016-09-04T12:00Z'),
      lat: 37,
      lon: -70,
      maxWindKt: 55, // 65 mph is 56.5 kt, of a forecast of 55
      pressureHpa: 999,
      movementDirDeg: 65,
    });
    expect(read('tropical_TCUCP1.txt')).to.include({ name: 'Hector', classification: 'HU', advisory: null, maxWindKt: 100, category: 3 }); // prettier-ignore
  });

  it('parses track files: tenths, repeated radii, positions past the end', () => {
    const text = ['AL, 05, 2026081812,   , BEST,   0, 253N,  801W, 100,  955, HU,  34, NEQ,', 'AL, 05, 2026081812,   , BEST,   0, 253N,  801W, 100,  955, HU,  50, NEQ,', 'AL, 05, 2026081812, 03, CLIP,  72,   0N,    0W,   0,    0,', 'AL, 05, 2026083299,   , BEST,   0, 253N,  801W, 100,', ''].join('\n'); // prettier-ignore
    const { rows, refused, ignored } = parseAtcf(text);
    expect(rows).to.have.length(1);
    expect(rows[0]).to.deep.include({ stormId: 'al052026', at: new Date('2026-08-18T12:00Z'), lat: 25.3, lon: -80.1, pressureHpa: 955 }); // prettier-ignore
    expect(ignored).to.deep.equal({ 'another wind radius': 1, 'no position': 1 });
    expect(refused.map(({ why }) => why)).to.deep.equal(['expected YYYYMMDDHH, got "2026083299"']);
  });

  it('parses the outlook of a basin from RSS', () => {
    const rss = (text: string) => `<?xml version="1.0"?><rss version="2.0"><channel><title>NHC</title><item><title>Atlantic Tropical Weather Outlook</title><pubDate>Tue, 18 Aug 2026 11:40:00 GMT</pubDate><description><![CDATA[${text}]]></description></item></channel></rss>`; // prettier-ignore
    const quiet = parseBasinOutlook(
      rss('For the North Atlantic:<br/>Tropical cyclone formation is not expected during the next 7 days.<br/>$$'),
    );
    expect(quiet).to.deep.include({ basin: 'al', issuedAt: new Date('2026-08-18T11:40Z'), headline: 'Tropical cyclone formation is not expected during the next 7 days.', areas: [] }); // prettier-ignore
    const busy = parseBasinOutlook(
      rss('1. Central Atlantic:<br/>A wave.<br/>* Formation chance through 48 hours...low...20 percent.<br/>* Formation chance through 7 days...medium...60 percent.<br/><br/>2. Gulf:<br/>Another.<br/>* Formation chance through 48 hours...low...near 0 percent.<br/>* Formation chance through 7 days...low...20 percent.'), // prettier-ignore
    );
    expect(busy?.areas.map(({ area, probability2day, probability7day, risk7day }) => [area, probability2day, probability7day, risk7day])).to.deep.equal([[1, 20, 60, 'Medium'], [2, 0, 20, 'Low']]); // prettier-ignore
    expect(parseBasinOutlook('<rss version="2.0"><channel><title>NHC</title></channel></rss>')).to.equal(undefined);
    const elsewhere = parseBasinOutlook(
      rss('1. Gulf:<br/>A low.<br/>* Formation chance through 48 hours...HIGH...70 percent.<br/>* Formation chance through 7 days...high...80 percent.<br/><br/>Elsewhere, tropical cyclone formation is not expected.'), // prettier-ignore
    );
    expect(elsewhere).to.deep.include({ headline: 'One area may become a tropical cyclone within seven days; the highest chance is 80 percent.' }); // prettier-ignore
    expect(elsewhere?.areas[0].risk2day).to.equal('High');
    const unnumbered = parseBasinOutlook(
      rss('000<br />ABNT20 KNHC 181140<br /><br />For the North Atlantic...Caribbean Sea and the Gulf of America:<br /><br />Active Systems:<br />None is near.<br /><br />Eastern Tropical Atlantic (AL91):<br />A low southwest<br />of the islands.<br />* Formation chance through 48 hours...high...80 percent.<br />* Formation chance through 7 days...high...near<br />100 percent.<br />East of the Islands (AL92):<br />Updated: A wave.<br />* Formation chance through 48 hours...low...near 0 percent.<br />* Formation chance through 7 days...low...30 percent.<br /><br />$$<br />Forecaster'), // prettier-ignore
    );
    expect(unnumbered?.areas.map(({ area, probability2day, probability7day }) => [area, probability2day, probability7day])).to.deep.equal([[1, 80, 100], [2, 0, 30]]); // prettier-ignore
    expect(unnumbered?.areas.map(({ text }) => text.split('\n')[0])).to.deep.equal(['Eastern Tropical Atlantic (AL91):', 'East of the Islands (AL92):']); // prettier-ignore
    const logo = '<item><title>Atlantic Tropical Weather Outlook</title><description>NOAA logo</description></item>';
    expect(parseBasinOutlook(rss('A low.').replace('<item>', `${logo}<item>`))?.headline).to.equal('A low.'); // prettier-ignore
    expect(parseBasinOutlook(rss('For the North Atlantic...Gulf:<br/><br/>Nothing is known of it. Really.'))).to.deep.include({ headline: 'Nothing is known of it.', areas: [] }); // prettier-ignore
  });

  it('identifies the storm of a shape by idp_source', () => {
    const cone = { type: 'Feature', properties: { idp_source: 'al062026-028_5day_pgn', advisnum: '028', advdate: '1100 AM AST Tue Aug 18 2026', fcstprd: '120' }, geometry: { type: 'Polygon', coordinates: square } }; // prettier-ignore
    const shorter = { ...cone, properties: { ...cone.properties, fcstprd: '72' } };
    const { rows, refused, ignored } = parseStormShapes(
      collection(shorter, cone, shorter, { ...cone, properties: {} }, { ...cone, geometry: null }),
      'cone',
    );
    expect(rows).to.deep.equal([
      {
        stormId: 'al062026',
        kind: 'cone',
        advisory: '28',
        issuedAt: new Date('2026-08-18T15:00Z'),
        shape: { type: 'Polygon', coordinates: square },
      },
    ]);
    expect(refused).to.have.length(2);
    expect(ignored).to.deep.equal({ 'reaches less far ahead': 2 });
    const track = { type: 'Feature', properties: { idp_source: 'CP012026.017A_5day_lin' }, geometry: { type: 'LineString', coordinates: [[179, 20], [181, 21]] } }; // prettier-ignore
    expect(parseStormShapes(collection(track), 'track').rows[0]).to.deep.include({
      stormId: 'cp012026',
      advisory: '17A',
      issuedAt: null,
      shape: { type: 'MultiLineString', coordinates: [[[179, 20], [180, 20.5]], [[-180, 20.5], [-179, 21]]] }, // prettier-ignore
    });
  });

  it('reads gusts of forecast hour 0', () => {
    const point = (tau: number, gust: number) => ({ type: 'Feature', properties: { idp_source: 'al062026-028_5day_pts', tau, gust }, geometry: null }); // prettier-ignore
    expect(parseStormGusts(collection(point(0, 65), point(12, 80)))).to.deep.equal({
      rows: [{ stormId: 'al062026', advisory: '28', gustKt: 65 }],
      refused: [],
      ignored: { forecast: 1 },
    });
  });

  it('parses numbered areas, and numbers the others', () => {
    const area = (change: object, geometry: unknown = { type: 'Polygon', coordinates: square }) => ({ type: 'Feature', properties: { basin: 'Atlantic', area: '2', prob2day: '20%', prob7day: '60%', risk2day: 'LOW', risk7day: 'MEDIUM', idp_source: 'gtwo_areas_202608181200', ...change }, geometry }); // prettier-ignore
    const { rows, refused, ignored } = parseOutlookAreas(
      collection(
        area({}),
        area({ area: null, prob2day: 'x' }),
        area({}),
        area({ basin: 'East Pacific' }),
        area({}, null),
      ),
    );
    expect(rows.map((row) => `${row.basin}/${row.area}`)).to.deep.equal(['al/2', 'al/1', 'ep/2']);
    expect(rows[0]).to.include({ probability2day: 20, probability7day: 60, risk7day: 'Medium' });
    expect(rows[0].issuedAt).to.deep.equal(new Date('2026-08-18T12:00Z'));
    expect(rows[1].probability2day).to.equal(null);
    expect(refused).to.deep.equal([]);
    expect(ignored).to.deep.equal({ 'given twice': 1, 'no outline': 1 });
  });
});

describe('feeds/eros', () => {
  const geometry = { type: 'Polygon', coordinates: square };
  it('parses the static file and the map service', () => {
    const file = { type: 'Feature', properties: { OUTLOOK: 'Slight (At Least 15%)', START_TIME: '2026-08-18 01:00:00', END_TIME: '2026-08-18 12:00:00', stroke: '#f00' }, geometry }; // prettier-ignore
    const service = { type: 'Feature', properties: { outlook: 'Marginal (At Least 5%)', valid_time: '01Z 08/18/26 - 12Z 08/18/26', issue_time: '00Z 08/18/26', dn: 1 }, geometry }; // prettier-ignore
    const none = { type: 'Feature', properties: { outlook: 'None Expected' }, geometry: null };
    const { rows, refused, ignored } = parseEro(
      collection(file, service, none, { ...file, properties: { ...file.properties, OUTLOOK: 'Odd' } }),
      1,
    );
    expect(rows.map(({ category, categoryRank, probability }) => [category, categoryRank, probability])).to.deep.equal([['SLGT', 2, 0.15], ['MRGL', 1, 0.05], ['ODD', null, null]]); // prettier-ignore
    for (const { validFrom, validTo } of rows) {
      expect([validFrom, validTo]).to.deep.equal([new Date('2026-08-18T01:00Z'), new Date('2026-08-18T12:00Z')]);
    }
    expect(ignored).to.deep.equal({ 'no area': 1 });
    expect(refused).to.deep.equal([]);
  });

  it('does not treat unreadable areas as none', () => {
    const text = (body: string) =>
      `MENU98 KWNH 180724\nRBG98E\n\nValid 12Z Tue Aug 18 2026 - 12Z Wed Aug 19 2026\n\n${body}\n`;
    const none = 'THE PROBABILITY OF RAINFALL EXCEEDING FLASH FLOOD GUIDANCE IS LESS THAN 5 PERCENT.';
    expect(parseEroText(text(none), near)).to.deep.include({ rows: [], refused: [], ignored: {}, day: 2 });
    expect(() => parseEroText(text('AN ODD RISK TO THE RIGHT OF A LINE FROM FWA'), near)).to.throw(
      'expected 1 areas, could read 0',
    );
  });

  it('parses lines of airports with three and four letters or digits', () => {
    const text = ['MENU98 KWNH 180724', 'RBG98E', '', 'Valid 12Z Tue Aug 18 2026 - 12Z Wed Aug 19 2026', '', 'MODERATE RISK OF RAINFALL EXCEEDING FFG TO THE RIGHT OF A LINE FROM', 'CWAJ 30 ESE FWA', '12N 35 SE 4F4.', ''].join('\n'); // prettier-ignore
    const [row] = parseEroText(text, near).rows;
    expect(row).to.deep.include({ day: 2, category: 'MDT', fill: '#FF0000', validTo: new Date('2026-08-19T12:00Z') });
    expect(row.lines[0].map(({ distanceMi, direction, station }) => `${distanceMi} ${direction ?? '-'} ${station}`)).to.deep.equal(['0 - CWAJ', '30 ESE FWA', '0 - 12N', '35 SE 4F4']); // prettier-ignore
  });
});
