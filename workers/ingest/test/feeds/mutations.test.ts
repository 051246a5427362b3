import { readFileSync } from 'node:fs';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { parseDamageTracks } from '../../src/feeds/damage-tracks/parse.ts';
import { parseSurvey } from '../../src/feeds/damage-tracks/parse-survey.ts';
import { parseDiscussionText } from '../../src/feeds/discussions/parse-text.ts';
import { parseDiscussions } from '../../src/feeds/discussions/parse.ts';
import { parseEroText } from '../../src/feeds/eros/parse-text.ts';
import { parsePeriods } from '../../src/feeds/forecast/parse-grid.ts';
import { parseGridPoint } from '../../src/feeds/forecast/parse-point.ts';
import { parseHml } from '../../src/feeds/gauges/parse-hml.ts';
import { parseUsgsValues } from '../../src/feeds/gauges/parse-usgs.ts';
import { parseMetars } from '../../src/feeds/observations/parse-metar.ts';
import { parseNwsObservations } from '../../src/feeds/observations/parse-nws.ts';
import { parseOutlookPoints } from '../../src/feeds/outlooks/parse-points.ts';
import { parseOutlook } from '../../src/feeds/outlooks/parse.ts';
import { parseLsr } from '../../src/feeds/reports/parse-lsr.ts';
import { parseSpcReports } from '../../src/feeds/reports/parse-spc.ts';
import { parseIemSoundings } from '../../src/feeds/soundings/parse-iem.ts';
import { parseIgraSoundings } from '../../src/feeds/soundings/parse-igra.ts';
import { parseUwyoSounding } from '../../src/feeds/soundings/parse-uwyo.ts';
import { parseTextProduct } from '../../src/feeds/bulletins/parse.ts';
import { parseAdvisory } from '../../src/feeds/tropical/parse-advisory.ts';
import { parseAtcf } from '../../src/feeds/tropical/parse-atcf.ts';
import { parseBasinOutlook } from '../../src/feeds/tropical/parse-outlook.ts';
import { parseCurrentStorms } from '../../src/feeds/tropical/parse-storms.ts';
import { parseWatchText } from '../../src/feeds/watches/parse-text.ts';
import { parseWatches } from '../../src/feeds/watches/parse.ts';
import { readJson } from '../../src/parse/payload.ts';

const near = new Date('2026-05-20T00:00Z');

/** A payload is refused, or parts of it are: anything but a DataError is a mistake of ours. */
function survives(read: () => unknown, what: string): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof DataError)) expect.fail(`${what}: ${(error as Error).stack}`);
  }
}

describe('payloads with one value replaced', () => {
  const files: [string, (text: string) => unknown][] = [
    ['outlooks/day4prob.nolyr.geojson', (text) => parseOutlook(text, { day: 4, type: 'categorical' })],
    [
      'outlooks/arcgis_day1_torn_conditional_intensity.esri.json',
      (text) => parseOutlook(text, { day: 1, type: 'tornado' }),
    ],
    ['watches/iem_spc_watch_2024-04-26.geojson', parseWatches],
    ['discussions/arcgis_mesoscale_discussion.esri.json', parseDiscussions],
    ['observations/nws_KBHM_2024.json', parseNwsObservations],
    ['soundings/iem_raob_KOUN_199905040000.json', parseIemSoundings],
    ['gauges/usgs_iv_01646500_02458502_2020-08-18.json', parseUsgsValues],
    ['forecast/gridpoints_ALY_71,67_forecast.json', parsePeriods],
    ['forecast/points_42.745,-73.752.json', parseGridPoint],
    ['tropical/nhc_CurrentStorms_2026-08-02.json', parseCurrentStorms],
    ['text/nws_product_07330a8f-cd88-4337-902e-24f91ad7371c.json', parseTextProduct],
    ['damage/dat_track_moore_2013-05-20.geojson', parseDamageTracks],
  ];
  const values = [null, 'x', -1e308, [], {}, [null], [[null]], { type: 'Polygon' }];
  const maxPlaces = Number(process.env.SEVERE_MUTATED_PLACES ?? 60);

  for (const [path, read] of files) {
    it(`${path} is parsed or refused`, function () {
      const payload = JSON.parse(readFileSync(sharedFile(this, `data/upstream/${path}`), 'utf8')) as object;
      const places: [Record<string, unknown>, string][] = [];
      const walk = (node: unknown) => {
        if (typeof node !== 'object' || node === null) return;
        for (const key of Object.keys(node)) {
          if (key === '@context' || places.length >= maxPlaces) continue;
          places.push([node as Record<string, unknown>, key]);
          walk((node as Record<string, unknown>)[key]);
        }
      };
      walk(payload);
      for (const [node, key] of places) {
        const before = node[key];
        for (const value of values) {
          node[key] = value;
          const text = JSON.stringify(payload);
          survives(() => read(text), `${key} = ${JSON.stringify(value)}`);
        }
        node[key] = before;
      }
    });
  }

  it('a broken feature of Esri JSON does not affect others', () => {
    const attributes = { label: 'MRGL', valid: '202605171200', expire: '202605181200', issue: '202605170610' };
    const rings = [[[-98, 35], [-98, 37], [-96, 37], [-96, 35], [-98, 35]]]; // prettier-ignore
    const features = [rings, [[[-98, null]]]].map((one) => ({ attributes, geometry: { rings: one } }));
    const payload = JSON.stringify({ geometryType: 'esriGeometryPolygon', spatialReference: { wkid: 4269 }, features });
    const { rows, refused } = parseOutlook(payload, { day: 1, type: 'categorical' });
    expect(rows).to.have.length(1);
    expect(refused.map(({ why }) => why)).to.deep.equal(['a position is two numbers on the earth, got [-98,null]']);
  });
});

describe('texts that repeat one thing for ever', () => {
  const heads: Record<string, [string, (text: string) => unknown]> = {
    PTSDY1: ['WUUS01 KWNS 200610\nPTSDY1\nVALID TIME 201200Z - 211200Z\n... HAIL ...\n', (text) => parseOutlookPoints(text, near)],
    SEL: ['WWUS20 KWNS 200610\nSEL1\nTornado Watch Number 12\n', (text) => parseWatchText(text, near)],
    SAW: ['WWUS30 KWNS 200610\nSAW1\nWW 1 TORNADO OK 200610Z - 201200Z\n', (text) => parseWatchText(text, near)],
    WWP: ['WWUS40 KWNS 200610\nWWP1\nWT 0012\n', (text) => parseWatchText(text, near)],
    SWOMCD: ['ACUS11 KWNS 200610\nSWOMCD\nMesoscale Discussion 12\n', (text) => parseDiscussionText(text, near)],
    LSR: ['NWUS54 KOUN 200610\nLSROUN\n0110 AM CDT WED MAY 20 2026\n', (text) => parseLsr(text, near)],
    PNS: ['NOUS44 KOUN 200610\nPNSOUN\n.X...\nRating: EF1\n', (text) => parseSurvey(text, near)],
    HML: ['SRUS54 KOUN 200610\nHMLOUN\n<?xml version="1.0"?><site id="A">', (text) => parseHml(text, near)],
    RBG: ['MENC98 KWNH 200610\nRBG94E\nValid 12Z Wed May 20 2026 - 12Z Thu May 21 2026\nSLIGHT RISK OF RAINFALL EXCEEDING FFG TO THE RIGHT OF A LINE FROM\n', (text) => parseEroText(text, near)],
    TCP: ['WTNT31 KNHC 200610\nTCPAT1\nHURRICANE X\nAL012026\nLOCATION...25.0N 80.0W\n', (text) => parseAdvisory(text, near)],
    METAR: ['SAUS70 KWBC 200610\nMETAR\n', (text) => parseMetars(text, near)],
    SPC: ['Time,Size,Location,County,State,Lat,Lon,Comments\n', (text) => parseSpcReports(text, near)],
    UWYO: ['time,longitude,latitude,pressure_hPa,x\n', (text) => parseUwyoSounding(text, 'OUN')],
    IGRA: ['', parseIgraSoundings],
    ATCF: ['AL, 05, 2026081812, 03\n', parseAtcf],
    TWO: ['', (text) => parseBasinOutlook(`<rss><channel><item><title>Atlantic Outlook</title><pubDate>Tue, 18 Aug 2026 11:40:00 GMT</pubDate><description><![CDATA[${text}]]></description></item></channel></rss>`)],
    JSON: ['[NaN,"', readJson],
  }; // prettier-ignore
  const repeated = [
    ' ', '\n', 'a', 'A', '0', '-', '>', 'OKC001-', 'OKC001>', '\n OKC001-', 'OKC001-OKC002-\n', '.', '...', '... HAIL ...\n', '35009800 ',
    '0.05   35009800\n', 'WW 1 ', 'LAT...LON 35009800 ', 'ATTN...WFO...OUN...', 'OUN...', ': ', 'x : y\n', 'Summary: ', 'Concerning...',
    '0655 PM     ', '0655 PM     Hail   \n', '<a>', '<a b="', '&amp;', '20 N ABC ', '12H 20/0610Z 1N 1W ', '10SM ', '1/2 ', 'TS', 'RATSRA',
    'KOUN 200610Z ', '=', '"', 'NaN', '"NaN\\', 'Start Lat/Lon: ', '0110 AM CDT WED MAY ', 'PROB OF 2   ', 'REPLACES...WW 1 ', '\n1. ',
    'formation chance through 48 hours...', 'AL, 05, 2026081812,   , BEST,', '#USM00072558 2025 03 08 12 1110 9999 ',
  ]; // prettier-ignore
  const bytes = 50_000;

  for (const [name, [head, read]] of Object.entries(heads)) {
    it(`${name} is parsed or refused quickly`, () => {
      for (const one of repeated) {
        const text = `${head}${one.repeat(Math.ceil(bytes / one.length))}\n!`;
        const start = process.cpuUsage();
        survives(() => read(text), JSON.stringify(one));
        // Some 20 ms of the processor, however busy the machine is; a backtracking pattern takes seconds.
        expect(process.cpuUsage(start).user / 1000, JSON.stringify(one)).to.be.lessThan(1000);
      }
    });
  }
});
