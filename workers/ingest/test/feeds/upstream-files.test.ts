import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { parseDamageTracks } from '../../src/feeds/damage-tracks/parse.ts';
import { parseSurvey } from '../../src/feeds/damage-tracks/parse-survey.ts';
import { parseDiscussionText } from '../../src/feeds/discussions/parse-text.ts';
import { parseDiscussions } from '../../src/feeds/discussions/parse.ts';
import { parseEroText } from '../../src/feeds/eros/parse-text.ts';
import { parseGridForecast, parsePeriods } from '../../src/feeds/forecast/parse-grid.ts';
import { parseGridPoint } from '../../src/feeds/forecast/parse-point.ts';
import { parseHml } from '../../src/feeds/gauges/parse-hml.ts';
import { parseUsgsItems, parseUsgsValues } from '../../src/feeds/gauges/parse-usgs.ts';
import { parseMetars } from '../../src/feeds/observations/parse-metar.ts';
import { parseNwsObservations, parseStations } from '../../src/feeds/observations/parse-nws.ts';
import { parseOutlookPoints } from '../../src/feeds/outlooks/parse-points.ts';
import { parseOutlook } from '../../src/feeds/outlooks/parse.ts';
import type { OutlookType } from '../../src/feeds/outlooks/row.ts';
import { parseIemReports } from '../../src/feeds/reports/parse-iem.ts';
import { parseLsr } from '../../src/feeds/reports/parse-lsr.ts';
import { parseSpcReports } from '../../src/feeds/reports/parse-spc.ts';
import { parseIemSoundings } from '../../src/feeds/soundings/parse-iem.ts';
import { parseIgraSoundings } from '../../src/feeds/soundings/parse-igra.ts';
import { parseUwyoSounding } from '../../src/feeds/soundings/parse-uwyo.ts';
import { parseTextBulletin, parseTextListing, parseTextProduct } from '../../src/feeds/bulletins/parse.ts';
import { parseAdvisory } from '../../src/feeds/tropical/parse-advisory.ts';
import { parseAtcf } from '../../src/feeds/tropical/parse-atcf.ts';
import { parseCurrentStorms } from '../../src/feeds/tropical/parse-storms.ts';
import { parseWatchText } from '../../src/feeds/watches/parse-text.ts';
import { parseWatches } from '../../src/feeds/watches/parse.ts';
import type { Parsed } from '../../src/parse/parsed.ts';
import { collectingUnknownWords } from '../../src/parse/unknown-words.ts';

/** Bulletins without a line of local time are read as if they had come on this day. */
const near = new Date('2024-05-01T00:00:00Z');

type Read = (bytes: Uint8Array) => unknown;

interface File {
  read: Read;
  /** How many rows; every line or feature of the file is a row, refused or ignored. */
  rows: number;
  refused?: string[];
  ignored?: Record<string, number>;
}

interface Unreadable {
  read: Read;
  throws: string;
}

const outlook = (day: number, type: OutlookType) => (bytes: Uint8Array) => parseOutlook(bytes, { day, type });
const points = (bytes: Uint8Array) => parseOutlookPoints(bytes, near);
const watch = (bytes: Uint8Array) => parseWatchText(bytes, near);
const discussion = (bytes: Uint8Array) => parseDiscussionText(bytes, near);
const lsr = (bytes: Uint8Array) => parseLsr(bytes, near);
const spcReports = (bytes: Uint8Array) => parseSpcReports(bytes, new Date('2018-06-15'));
const metars = (bytes: Uint8Array) => parseMetars(bytes, near);
const hml = (bytes: Uint8Array) => parseHml(bytes, near);
const ero = (bytes: Uint8Array) => parseEroText(bytes, near);
const bulletin = (bytes: Uint8Array) => parseTextBulletin(bytes, near);
const advisory = (bytes: Uint8Array) => parseAdvisory(bytes, near);
const survey = (bytes: Uint8Array) => parseSurvey(bytes, near);
const uwyo = (bytes: Uint8Array) => parseUwyoSounding(bytes, 'OUN');
const atcf = (bytes: Uint8Array) => parseAtcf(gunzipSync(bytes));

/** Every file, and what it says when it is counted by other means (grep and jq). */
const files: Record<string, File | Unreadable> = {
  'outlooks/day1otlk_cat.nolyr.geojson': { read: outlook(1, 'categorical'), rows: 4 },
  'outlooks/day2otlk_cat.nolyr.geojson': { read: outlook(2, 'categorical'), rows: 5 },
  'outlooks/day4prob.nolyr.geojson': { read: outlook(4, 'categorical'), rows: 1 },
  'outlooks/spc_404_no_active_outlook.html': { read: outlook(5, 'categorical'), throws: 'html' },
  'outlooks/arcgis_day1_categorical.geojson': { read: outlook(1, 'categorical'), rows: 4 },
  'outlooks/arcgis_day1_prob_tornado.geojson': { read: outlook(1, 'tornado'), rows: 4 },
  'outlooks/arcgis_day1_prob_hail.geojson': { read: outlook(1, 'hail'), rows: 3 },
  'outlooks/arcgis_day1_categorical.esri.json': { read: outlook(1, 'categorical'), rows: 4 },
  'outlooks/arcgis_day1_torn_conditional_intensity.esri.json': { read: outlook(1, 'tornado'), rows: 1 },
  'outlooks/arcgis_day4_8_convective.esri.json': { read: outlook(4, 'categorical'), throws: 'upstream-error' },
  'outlooks/text/SPCPTS_PTSDY1.txt': { read: points, rows: 3 },
  'outlooks/text/SPCPTS_PTSDY1_complex.txt': { read: points, rows: 12 },
  'outlooks/text/SPCPTS_PTSDY1_hole.txt': { read: points, rows: 4 },
  'outlooks/text/SPCPTS_PTSDY1_nogeom.txt': { read: points, rows: 16 },
  'outlooks/text/SPCPTS_PTSDY1_bigenh.txt': { read: points, rows: 13 },
  'outlooks/text/SPCPTS_PTSDY2.txt': { read: points, rows: 6 },
  'outlooks/text/SPCPTS_PTSDY3_CIG1.txt': { read: points, rows: 6 },
  'outlooks/text/SPCPTS_PTSD48.txt': { read: points, rows: 1 },
  'outlooks/text/SPCPTS_PTSD48_empty.txt': { read: points, rows: 0 },
  'outlooks/text/SPCPTS_PTSD48_day6.txt': { read: points, rows: 1 },

  'watches/iem_spc_watch_2024-04-26.geojson': { read: parseWatches, rows: 3 },
  'watches/text/SEL_SEL9.txt': { read: watch, rows: 1 },
  'watches/text/SEL_SEL_CAN.txt': { read: watch, rows: 1 },
  'watches/text/SAW_SAW3.txt': { read: watch, rows: 1 },
  'watches/text/SAW_SAW-cancelled.txt': { read: watch, rows: 1 },
  'watches/text/SAW_SAW-replaces.txt': { read: watch, rows: 1 },
  'watches/text/WWP_WWP9.txt': { read: watch, rows: 1 },

  'discussions/arcgis_mesoscale_discussion.esri.json': { read: parseDiscussions, rows: 1 },
  'discussions/text/MCD_MPD_SWOMCD.txt': { read: discussion, rows: 1 },
  'discussions/text/MCD_MPD_SWOMCD_tags.txt': { read: discussion, rows: 1 },
  'discussions/text/MCD_MPD_SWOMCDprob.txt': { read: discussion, rows: 1 },
  'discussions/text/MCD_MPD_MPD.txt': { read: discussion, rows: 1 }, // of the WPC, about rain

  'reports/iem_lsr_2024-04-26.geojson': {
    read: parseIemReports, // 624 features: 333 of the four kinds, 7 of them issued again
    rows: 326,
    ignored: {
      RAIN: 232,
      SNOW: 15,
      'NON-TSTM WND GST': 24,
      'NON-TSTM WND DMG': 8,
      'EXTREME COLD': 1,
      'FUNNEL CLOUD': 9,
      'HIGH SUST WINDS': 1,
      FOG: 1,
      'issued again': 7,
    },
  },
  'reports/spc_180615_rpts_filtered_torn.csv': { read: spcReports, rows: 1 },
  'reports/spc_180615_rpts_filtered_hail.csv': { read: spcReports, rows: 20 },
  'reports/spc_rpts_404.html': { read: spcReports, throws: 'html' },
  'reports/text/LSR_LSR.txt': {
    read: lsr,
    rows: 55,
    ignored: { 'FUNNEL CLOUD': 1, 'HEAVY RAIN': 1, 'NON-TSTM WND GST': 1 },
  },
  'reports/text/LSR_LSRFWD.txt': { read: lsr, rows: 1 },
  'reports/text/LSR_LSROUN_hail.txt': { read: lsr, rows: 1 },
  'reports/text/LSR_LSRPIH_summary.txt': { read: lsr, rows: 0, ignored: { 'NON-TSTM WND GST': 29 } },
  'reports/text/LSR_LSRICT_mixed.txt': { read: lsr, rows: 1 },
  'reports/text/LSR_LSR_empty.txt': { read: lsr, rows: 0 },
  'reports/text/LSR_LSRJAX_marinehail.txt': { read: lsr, rows: 1 },

  'observations/nws_KALB_observations_limit1.json': { read: parseNwsObservations, rows: 1 },
  'observations/nws_KSFZ_observations_limit1.json': { read: parseNwsObservations, rows: 1 },
  'observations/nws_KBHM_2024.json': { read: parseNwsObservations, rows: 1 },
  'observations/nws_PHNL_2024.json': { read: parseNwsObservations, rows: 1 },
  'observations/pynws_stations_observations.json': { read: parseNwsObservations, rows: 1 },
  'observations/pynws_stations_observations_latest.json': { read: parseNwsObservations, rows: 1 },
  'observations/pynws_stations_observations_metar.json': { read: parseNwsObservations, rows: 1 },
  'observations/pynws_stations_observations_missing_value.json': {
    read: parseNwsObservations, // its properties are empty
    rows: 0,
    refused: ['expected the station of an observation, got none'],
  },
  'observations/pynws_stations_observations_multiple.json': { read: parseNwsObservations, rows: 2 },
  'observations/pynws_stations_observations_noprop.json': { read: parseNwsObservations, rows: 0 },
  'observations/nws_gridpoint_stations_ALY.json': { read: parseStations, rows: 53 },
  'observations/metar/METAR_collective.txt': {
    read: metars, // 14 reports, among them KMIA and KAMW twice, KALO three times
    rows: 7,
    refused: [
      'expected at least one value, got none',
      'expected a station and DDHHMMZ',
      'expected a station and DDHHMMZ',
    ],
    ignored: { 'sent again': 4 },
  },
  'observations/metar/METAR_collective2.txt': { read: metars, rows: 35 },

  'soundings/iem_raob_KOUN_199905040000.json': { read: parseIemSoundings, rows: 1 },
  'soundings/iem_raob_KBOI_no_data.json': { read: parseIemSoundings, rows: 0, ignored: { 'no levels': 1 } },
  'soundings/iem_raob_all_500hPa_199905040000.json': { read: parseIemSoundings, rows: 115 },
  'soundings/uwyo_OUN_19990504_00.csv': { read: uwyo, rows: 1 },
  'soundings/uwyo_no_data.txt': { read: uwyo, throws: 'no-data' },
  'soundings/text/IGRA_OAX_25030812.txt': { read: parseIgraSoundings, rows: 1 },

  'gauges/usgs_iv_01646500_02458502_2020-08-18.json': { read: parseUsgsValues, rows: 92 + 94 },
  'gauges/usgs_waterdata_ogc_collections.json': {
    // Single readings from two of its collections. Names of sites come from the table of all of them.
    read: (bytes) => {
      const collections = JSON.parse(Buffer.from(bytes).toString()) as Record<string, unknown>;
      const text = (name: string) => JSON.stringify(collections[name]);
      const readings = ['continuous', 'latest-continuous', 'daily'].map((name) => parseUsgsItems(text(name)));
      return joined(readings);
    },
    rows: 2 + 2,
    ignored: { 'statistic 00003': 2 }, // daily means
  },
  'gauges/hml/HML_HMLDMX.txt': { read: hml, rows: 1, ignored: { 'no data': 1 } }, // the second run is -9999 throughout
  'gauges/hml/HML_HMLMOB.txt': { read: hml, rows: 1 },

  'forecast/points_42.745,-73.752.json': { read: parseGridPoint, rows: 1 },
  'forecast/gridpoints_ALY_71,67.json': { read: (bytes) => parseGridForecast(bytes).hours, rows: 186 },
  'forecast/gridpoints_ALY_71,67_hourly.json': { read: (bytes) => parsePeriods(bytes).hours, rows: 156 },
  'forecast/gridpoints_ALY_71,67_forecast.json': { read: (bytes) => parsePeriods(bytes).hours, rows: 14 },
  'forecast/pynws_detailed_forecast.json': { read: (bytes) => parseGridForecast(bytes).hours, rows: 183 },

  'tropical/nhc_CurrentStorms_2026-08-02.json': { read: parseCurrentStorms, rows: 1 },
  'tropical/text/TCPAT1.txt': { read: advisory, rows: 1 },
  'tropical/text/TCPAT4.txt': { read: advisory, rows: 1 },
  'tropical/text/tropical_TCUCP1.txt': { read: advisory, rows: 1 },
  'tropical/text/TCDAT5_CVT.txt': { read: bulletin, rows: 1 },
  'tropical/text/HLS.txt': { read: bulletin, rows: 1 },
  'tropical/atcf/aal061976.dat.gz': { read: atcf, rows: 323 },
  'tropical/atcf/bal061976.dat.gz': { read: atcf, rows: 37 },

  'ero/text/ERO_RBG94E.txt': { read: ero, rows: 2 },
  'ero/text/ERO_RBG98E.txt': { read: ero, rows: 2 },
  'ero/text/ERO_RBG94E_nullgeom.txt': { read: ero, rows: 2 },
  'ero/text/ERO_RBG94E_4F4.txt': { read: ero, rows: 2 },

  'text/nws_products_types_AFD_locations_OKX.json': { read: parseTextListing, rows: 73 },
  'text/nws_products_types_AFD_locations_ALY_empty.json': { read: parseTextListing, rows: 1 },
  'text/nws_product_07330a8f-cd88-4337-902e-24f91ad7371c.json': { read: parseTextProduct, rows: 1 },
  'text/nws_product_b60036c1-2f33-429f-b44e-12771d698985.json': { read: parseTextProduct, rows: 1 },
  'text/bulletins/AFD.txt': { read: bulletin, rows: 1 },
  'text/bulletins/AFDDMX.txt': { read: bulletin, rows: 1 },
  'text/bulletins/HWO_HWO.txt': { read: bulletin, rows: 1 },
  'text/bulletins/HWO_HWODMX_nowx.txt': { read: bulletin, rows: 1 },

  'damage/dat_track_moore_2013-05-20.geojson': { read: parseDamageTracks, rows: 1 },
  'damage/text/PNS_PNS_damage.txt': { read: survey, rows: 1 },
  'damage/text/PNS_PNS_damage_multi.txt': { read: survey, rows: 3 },
};

/** Read by others: alerts, and what is not text. Read by no feed: outlooks at a point, which have no areas, and points of damage. */
const elsewhere =
  /^(MANIFEST\.md|outlooks\/iem_spcoutlook_by_point_torn\.json|damage\/dat_points_.*|(alerts|goes|hrrr|mrms|nexrad|reference)(\/|$))/;

function joined<Row>(parts: Parsed<Row>[]): Parsed<Row> {
  return {
    rows: parts.flatMap(({ rows }) => rows),
    refused: parts.flatMap(({ refused }) => refused),
    ignored: Object.assign({}, ...parts.map(({ ignored }) => ignored)) as Record<string, number>,
  };
}

/** A single row, or a list of rows, as a parser's result. */
function asParsed(result: unknown): Parsed<unknown> {
  if (result && typeof result === 'object' && 'rows' in result) return result as Parsed<unknown>;
  return { rows: Array.isArray(result) ? (result as unknown[]) : [result], refused: [], ignored: {} };
}

describe('the payloads of the providers', () => {
  it('are all in this table', function () {
    const folder = sharedFile(this, 'data/upstream');
    const listed = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1))
      .filter((path) => !elsewhere.test(path));
    expect(Object.keys(files)).to.have.members(listed);
  });

  for (const [path, file] of Object.entries(files)) {
    it(`${path} ${'throws' in file ? `is refused: ${file.throws}` : `has ${file.rows} rows`}`, async function () {
      const bytes = readFileSync(sharedFile(this, `data/upstream/${path}`));
      if ('throws' in file) {
        expect(() => file.read(bytes))
          .to.throw(DataError)
          .with.property('code', file.throws);
        return;
      }
      const { result, unknownWords } = await collectingUnknownWords(() => asParsed(file.read(bytes)));
      const { rows, refused, ignored } = result;
      expect(unknownWords).to.deep.equal([]);
      expect(refused.map(({ why }) => why)).to.deep.equal(file.refused ?? []);
      expect(ignored).to.deep.equal(file.ignored ?? {});
      expect(rows).to.have.length(file.rows);
    });
  }
});
