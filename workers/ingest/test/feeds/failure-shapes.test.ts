import { expect } from 'chai';
import { parseDamageTracks } from '../../src/feeds/damage-tracks/parse.ts';
import { parseSurvey } from '../../src/feeds/damage-tracks/parse-survey.ts';
import { parseDiscussionText } from '../../src/feeds/discussions/parse-text.ts';
import { parseDiscussions } from '../../src/feeds/discussions/parse.ts';
import { parseEroText } from '../../src/feeds/eros/parse-text.ts';
import { parseEro } from '../../src/feeds/eros/parse.ts';
import { parseGridForecast, parsePeriods } from '../../src/feeds/forecast/parse-grid.ts';
import { parseGridPoint } from '../../src/feeds/forecast/parse-point.ts';
import { parseHml } from '../../src/feeds/gauges/parse-hml.ts';
import { parseNwpsGauges, parseStageFlow } from '../../src/feeds/gauges/parse-nwps.ts';
import { parseUsgsTable } from '../../src/feeds/gauges/parse-usgs-table.ts';
import { parseUsgsItems, parseUsgsValues } from '../../src/feeds/gauges/parse-usgs.ts';
import { parseIemObservations } from '../../src/feeds/observations/parse-iem.ts';
import { parseMetars } from '../../src/feeds/observations/parse-metar.ts';
import { parseSynoptic } from '../../src/feeds/observations/parse-synoptic.ts';
import { parseNwsObservations, parseStations } from '../../src/feeds/observations/parse-nws.ts';
import { parseOutlookPoints } from '../../src/feeds/outlooks/parse-points.ts';
import { parseOutlook } from '../../src/feeds/outlooks/parse.ts';
import { parseIemReports } from '../../src/feeds/reports/parse-iem.ts';
import { parseLsr } from '../../src/feeds/reports/parse-lsr.ts';
import { parseMping } from '../../src/feeds/reports/parse-mping.ts';
import { parseSpotterNetwork } from '../../src/feeds/reports/parse-spotter-network.ts';
import { parseSpcReports } from '../../src/feeds/reports/parse-spc.ts';
import { parseIemSoundings } from '../../src/feeds/soundings/parse-iem.ts';
import { parseIgraSoundings } from '../../src/feeds/soundings/parse-igra.ts';
import { parseUwyoSounding } from '../../src/feeds/soundings/parse-uwyo.ts';
import { parseTextBulletin, parseTextListing, parseTextProduct } from '../../src/feeds/bulletins/parse.ts';
import { parseAdvisory } from '../../src/feeds/tropical/parse-advisory.ts';
import { parseAtcf } from '../../src/feeds/tropical/parse-atcf.ts';
import { parseBasinOutlook } from '../../src/feeds/tropical/parse-outlook.ts';
import { parseOutlookAreas, parseStormShapes } from '../../src/feeds/tropical/parse-shapes.ts';
import { parseCurrentStorms } from '../../src/feeds/tropical/parse-storms.ts';
import { parseWatchText } from '../../src/feeds/watches/parse-text.ts';
import { parseWatches } from '../../src/feeds/watches/parse.ts';
import type { Payload } from '../../src/parse/payload.ts';
import { expectToRefuseFailures, utf16 } from '../support/failures.ts';

const near = new Date('2026-05-20T00:00:00Z');

const readers: Record<string, (payload: Payload) => unknown> = {
  parseDamageTracks,
  parseDiscussions,
  parseGridForecast,
  parseGridPoint,
  parseIemObservations,
  parseIemReports,
  parseIemSoundings,
  parseMping,
  parseSpotterNetwork,
  parseSynoptic,
  parseNwpsGauges,
  parseNwsObservations,
  parseOutlookAreas,
  parsePeriods,
  parseStations,
  parseTextListing,
  parseTextProduct,
  parseUsgsItems,
  parseUsgsValues,
  parseWatches,
  parseCurrentStorms,
  parseAtcf,
  parseBasinOutlook,
  parseIgraSoundings,
  parseUsgsTable,
  parseEro: (payload) => parseEro(payload, 1),
  parseOutlook: (payload) => parseOutlook(payload, { day: 1, type: 'categorical' }),
  parseStageFlow: (payload) => parseStageFlow(payload, 'NRMO2'),
  parseStormShapes: (payload) => parseStormShapes(payload, 'cone'),
  parseSpcReports: (payload) => parseSpcReports(payload, near),
  parseUwyoSounding: (payload) => parseUwyoSounding(payload, 'OUN'),
  parseAdvisory: (payload) => parseAdvisory(payload, near),
  parseDiscussionText: (payload) => parseDiscussionText(payload, near),
  parseEroText: (payload) => parseEroText(payload, near),
  parseHml: (payload) => parseHml(payload, near),
  parseLsr: (payload) => parseLsr(payload, near),
  parseMetars: (payload) => parseMetars(payload, near),
  parseOutlookPoints: (payload) => parseOutlookPoints(payload, near),
  parseSurvey: (payload) => parseSurvey(payload, near),
  parseTextBulletin: (payload) => parseTextBulletin(payload, near),
  parseWatchText: (payload) => parseWatchText(payload, near),
};

describe('failures that come with 200', () => {
  for (const [name, read] of Object.entries(readers)) {
    it(`${name} rejects all of them`, () => {
      expectToRefuseFailures(read);
    });
  }

  it('accepts a byte order mark', () => {
    const empty = '\uFEFF{"type":"FeatureCollection","features":[]}';
    for (const payload of [empty, new TextEncoder().encode(empty), utf16(empty.slice(1))]) {
      expect(parseOutlook(payload, { day: 1, type: 'hail' })).to.deep.equal({ rows: [], refused: [], ignored: {} });
    }
  });
});
