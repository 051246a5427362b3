import { expect } from 'chai';
import { parseDamageTracks } from '../../src/feeds/damage-tracks/parse.ts';
import { parseDiscussions } from '../../src/feeds/discussions/parse.ts';
import { parseEro } from '../../src/feeds/eros/parse.ts';
import { parseGridForecast, parsePeriods } from '../../src/feeds/forecast/parse-grid.ts';
import { parseNwpsGauges, parseStageFlow } from '../../src/feeds/gauges/parse-nwps.ts';
import { parseUsgsItems, parseUsgsValues } from '../../src/feeds/gauges/parse-usgs.ts';
import { parseZoneOffices } from '../../src/feeds/nws-zones/parse-offices.ts';
import { parseIemObservations } from '../../src/feeds/observations/parse-iem.ts';
import { parseNwsObservations, parseStations } from '../../src/feeds/observations/parse-nws.ts';
import { parseSynoptic } from '../../src/feeds/observations/parse-synoptic.ts';
import { parseOutlook } from '../../src/feeds/outlooks/parse.ts';
import { parseIemReports } from '../../src/feeds/reports/parse-iem.ts';
import { parseMping } from '../../src/feeds/reports/parse-mping.ts';
import { parseSpotterNetwork } from '../../src/feeds/reports/parse-spotter-network.ts';
import { parseIemSoundings } from '../../src/feeds/soundings/parse-iem.ts';
import { parseTextListing } from '../../src/feeds/bulletins/parse.ts';
import { parseOutlookAreas, parseStormGusts, parseStormShapes } from '../../src/feeds/tropical/parse-shapes.ts';
import { parseCurrentStorms } from '../../src/feeds/tropical/parse-storms.ts';
import { parseWatches } from '../../src/feeds/watches/parse.ts';
import { collectingUnknownWords } from '../../src/parse/unknown-words.ts';

const word = 'Xyzzy';
const square = { type: 'Polygon', coordinates: [[[-98, 25], [-96, 25], [-96, 27], [-98, 27], [-98, 25]]] }; // prettier-ignore
const point = { type: 'Point', coordinates: [-97.5, 35.2] };
const track = { type: 'LineString', coordinates: [[-97.5, 35.2], [-97.4, 35.3]] }; // prettier-ignore
const features = (properties: object, geometry: unknown, more: object = {}) => ({
  type: 'FeatureCollection',
  features: [{ type: 'Feature', id: 'one', properties, geometry, ...more }],
});
const measured = (value: number, unitCode: string) => ({ value, unitCode, qualityControl: 'V' });

interface Case {
  parse: (text: string) => unknown;
  payload: object;
  /** Fields that are the identity, the time or the place of a row, or of which the rows are: nothing remains without them. */
  needed: string[];
  /** Fields with words of a closed list, each of which is counted. */
  words: string[];
}

/** One item of each format with JSON. Every text in it is replaced in turn. */
const cases: Record<string, Case> = {
  'outlooks of SPC': {
    parse: (text) => parseOutlook(text, { day: 1, type: 'categorical' }),
    payload: features({ DN: 3, LABEL: 'MDT', LABEL2: 'Moderate Risk', VALID: '202605202000', EXPIRE: '202605211200', ISSUE: '202605201955', stroke: '#c00', fill: '#e00' }, square), // prettier-ignore
    needed: ['VALID', 'EXPIRE', 'ISSUE'],
    words: ['LABEL'],
  },
  'rainfall outlooks': {
    parse: (text) => parseEro(text, 1),
    payload: features({ OUTLOOK: 'Slight (At Least 15%)', START_TIME: '2026-08-18 01:00:00', END_TIME: '2026-08-18 12:00:00', ISSUE_TIME: '2026-08-18 00:30:00', stroke: '#f00' }, square), // prettier-ignore
    needed: ['START_TIME', 'END_TIME', 'ISSUE_TIME'],
    words: ['OUTLOOK'],
  },
  'watches of IEM': {
    parse: parseWatches,
    payload: features({ number: 212, year: 2026, type: 'TOR', issue: '2026-05-20T20:00:00Z', expire: '2026-05-21T03:00:00Z', spcurl: 'u' }, square), // prettier-ignore
    needed: ['issue', 'expire'],
    words: ['type'],
  },
  'discussions of IEM': {
    parse: parseDiscussions,
    payload: features({ num: 845, year: 2026, issue: '2026-05-31T23:50:00Z', expire: '2026-06-01T01:15:00Z', concerning: 'Tornado Watch 212' }, square), // prettier-ignore
    needed: ['issue', 'expire'],
    words: [],
  },
  'discussions of SPC': {
    parse: parseDiscussions,
    payload: features({ name: 'MD 0746', folderpath: 'MD 0746 Active Till 0045 UTC', popupinfo: 'p', idp_filedate: Date.UTC(2026, 4, 31, 23, 12) }, square), // prettier-ignore
    needed: ['name'],
    words: [],
  },
  'reports of IEM': {
    parse: parseIemReports,
    payload: features({ wfo: 'OUN', type: 'H', typetext: 'HAIL', qualifier: 'E', magf: 1.75, unit: 'Inch', valid: '2026-05-20T22:16:00Z', city: 'Norman', county: 'Cleveland', st: 'OK', state: 'OK', source: 'Public', remark: 'r', product_id: '202605202220-KOUN-NWUS54-LSROUN', magnitude: '1.75' }, point), // prettier-ignore
    needed: ['valid', 'typetext', 'product_id'],
    words: ['typetext', 'qualifier', 'unit'],
  },
  'reports of mPING': {
    parse: parseMping,
    payload: {
      results: [{ id: 7, obtime: '2026-05-20T22:16:00Z', category: 'Hail', description: 'Dime', geom: point }],
    },
    needed: ['obtime', 'category'],
    words: ['category'],
  },
  'reports of the Spotter Network': {
    parse: parseSpotterNetwork,
    payload: { reports: [{ stamp: '2026-05-20 22:16:00', hail: '1', hailsize: '1.75', lat: '35', lon: '-97', narrative: 'n', source: 's', city1: 'c' }] }, // prettier-ignore
    needed: ['stamp', 'lat', 'lon', 'hail'],
    words: [],
  },
  'gauges of NWPS': {
    parse: parseNwpsGauges,
    payload: { gauges: [{ lid: 'NRMO2', usgsId: '07229053', name: 'River', latitude: 35.18, longitude: -97.48, state: { abbreviation: 'OK' }, wfo: { abbreviation: 'OUN' }, status: { observed: { primary: 13.2, primaryUnit: 'ft', secondary: 11.4, secondaryUnit: 'kcfs', floodCategory: 'action', validTime: '2026-05-20T22:00:00Z' } } }] }, // prettier-ignore
    needed: ['validTime'],
    words: ['primaryUnit', 'secondaryUnit', 'floodCategory'],
  },
  'forecasts of NWPS': {
    parse: (text) => parseStageFlow(text, 'NRMO2'),
    payload: { issuedTime: '2026-05-20T22:00:00Z', pedts: 'HGIFF', primaryName: 'Stage', primaryUnits: 'ft', secondaryName: 'Flow', secondaryUnits: 'kcfs', data: [{ validTime: '2026-05-21T00:00:00Z', primary: 1, secondary: 2 }] }, // prettier-ignore
    needed: ['issuedTime', 'validTime'],
    words: ['primaryUnits', 'secondaryUnits'],
  },
  'values of USGS': {
    parse: parseUsgsValues,
    payload: { value: { timeSeries: [{ name: 'n', sourceInfo: { siteName: 'River', siteCode: [{ value: '01646500' }], geoLocation: { geogLocation: { srs: 'EPSG:4326', latitude: 38.9, longitude: -77.1 } }, siteProperty: [{ name: 'stateCd', value: '24' }] }, variable: { variableCode: [{ value: '00060', vocabulary: 'NWIS' }], unit: { unitCode: 'ft3/s' }, noDataValue: -999999 }, values: [{ method: [{ methodID: 1, methodDescription: '' }], value: [{ value: '15', qualifiers: ['P'], dateTime: '2026-05-20T22:00:00Z' }] }] }] } }, // prettier-ignore
    needed: ['dateTime', 'value'],
    words: [],
  },
  'items of USGS': {
    parse: parseUsgsItems,
    payload: features({ monitoring_location_id: 'USGS-1', parameter_code: '00065', statistic_id: '00011', time_series_id: 't', value: '3.1', unit_of_measure: 'ft', time: '2026-05-20T22:00:00Z', approval_status: 'Provisional', qualifier: 'ICE' }, point), // prettier-ignore
    needed: ['parameter_code', 'statistic_id', 'value', 'time'],
    words: [],
  },
  'observations of the weather service': {
    parse: parseNwsObservations,
    payload: features({ station: 'https://api.weather.gov/stations/KOUN', stationId: 'KOUN', stationName: 'Norman', timestamp: '2026-05-20T22:15:00Z', textDescription: 'Fair', rawMessage: '', temperature: measured(28, 'wmoUnit:degC'), cloudLayers: [{ base: measured(1200, 'wmoUnit:m'), amount: 'BKN' }], presentWeather: [{ intensity: 'light', weather: 'rain', rawString: '-RA' }] }, point), // prettier-ignore
    needed: ['timestamp'],
    words: ['unitCode', 'qualityControl', 'amount'],
  },
  'stations of the weather service': {
    parse: parseStations,
    payload: features({ stationIdentifier: 'KOUN', name: 'Norman', timeZone: 'America/Chicago', elevation: measured(357, 'wmoUnit:m'), county: 'c', forecast: 'f' }, point), // prettier-ignore
    needed: [],
    words: ['unitCode', 'qualityControl'],
  },
  'observations of IEM': {
    parse: parseIemObservations,
    payload: features({ station: 'OUN', name: 'Norman', state: 'OK', network: 'OK_ASOS', utc_valid: '2026-05-20T22:15:00Z', tmpf: 80, skyc1: 'BKN', raw: 'r', wxcodes: ['-RA'] }, point), // prettier-ignore
    needed: ['utc_valid', 'station'],
    words: ['skyc1', 'state'],
  },
  'observations of Synoptic Data': {
    parse: parseSynoptic,
    payload: { SUMMARY: { RESPONSE_CODE: 1, RESPONSE_MESSAGE: 'OK' }, UNITS: { air_temp: 'Celsius' }, STATION: [{ STID: 'KOUN', NAME: 'Norman', STATE: 'OK', STATUS: 'ACTIVE', MNET_ID: '1', LATITUDE: '35.24', LONGITUDE: '-97.44', ELEVATION: '1171', OBSERVATIONS: { air_temp_value_1: { value: 28, date_time: '2026-05-20T22:15:00Z' } } }] }, // prettier-ignore
    needed: ['LATITUDE', 'LONGITUDE', 'date_time'],
    words: ['air_temp', 'STATE'],
  },
  'soundings of IEM': {
    parse: parseIemSoundings,
    payload: { profiles: [{ station: 'KOUN', valid: '2026-05-20T12:00:00Z', profile: [{ pres: 900, hght: 900, tmpc: 20, dwpc: 10, drct: 180, sknt: 20 }] }] }, // prettier-ignore
    needed: ['valid'],
    words: [],
  },
  'damage tracks': {
    parse: parseDamageTracks,
    payload: features({ objectid: 7, stormdate: Date.UTC(2026, 4, 20), efscale: 'EF3', length: 17.2, width: 1900, wfo: 'OUN', state: 'OK', comments: 'c' }, track), // prettier-ignore
    needed: [],
    words: ['efscale'],
  },
  'tropical cyclones': {
    parse: parseCurrentStorms,
    payload: { activeStorms: [{ id: 'al052026', binNumber: 'AT1', name: 'Ernesto', classification: 'HU', intensity: '100', pressure: '955', latitude: '25.0N', latitudeNumeric: 25, longitudeNumeric: -80, movementDir: 290, movementSpeed: 14, lastUpdate: '2026-05-20T21:00:00Z', publicAdvisory: { advNum: '012', issuance: '2026-05-20T21:00:00Z', url: 'u' } }] }, // prettier-ignore
    needed: ['id', 'issuance'],
    words: ['classification'],
  },
  'cones of cyclones': {
    parse: (text) => parseStormShapes(text, 'cone'),
    payload: features({ stormname: 'Lala', stormtype: 'HU', basin: 'CP', advdate: '500 AM HST Sat Aug 22 2026', advisnum: '41', fcstprd: 120, idp_source: 'cp012026-041_5day_pgn', binnumber: 'CP2' }, square), // prettier-ignore
    needed: ['idp_source'],
    words: [],
  },
  'gusts of cyclones': {
    parse: parseStormGusts,
    payload: features({ stormname: 'Hurricane Lala', stormtype: 'HU', dvlbl: 'H', basin: 'CP', advisnum: '41', tau: 0, gust: 85, idp_source: 'cp012026-041_5day_pts' }, point), // prettier-ignore
    needed: ['idp_source'],
    words: [],
  },
  'areas of cyclones to come': {
    parse: parseOutlookAreas,
    payload: features({ basin: 'Pacific', area: '1', prob2day: '20%', risk2day: 'Low', prob7day: '60%', risk7day: 'Medium', idp_source: 'gtwo_areas_202608242308' }, square), // prettier-ignore
    needed: [],
    words: ['basin', 'risk2day', 'risk7day'],
  },
  'lists of texts': {
    parse: parseTextListing,
    payload: { '@graph': [{ id: 'one', wmoCollectiveId: 'FXUS64', issuingOffice: 'KOUN', issuanceTime: '2026-05-20T22:00:00Z', productCode: 'AFD', productName: 'Area Forecast Discussion' }] }, // prettier-ignore
    needed: ['issuanceTime'],
    words: [],
  },
  'offices of counties': {
    parse: parseZoneOffices,
    payload: features({ id: 'OKC027', type: 'county', name: 'Cleveland', state: 'OK', cwa: ['OUN'], forecastOffices: ['u'] }, null), // prettier-ignore
    needed: [],
    words: [],
  },
  'layers of a forecast': {
    parse: (text) => hoursOf(parseGridForecast(text)),
    payload: { properties: { gridId: 'OUN', gridX: 1, gridY: 2, updateTime: '2026-05-20T21:00:00Z', temperature: { uom: 'wmoUnit:degC', values: [{ validTime: '2026-05-20T22:00:00+00:00/PT1H', value: 28 }] }, dewpoint: { uom: 'wmoUnit:degC', values: [{ validTime: '2026-05-20T22:00:00+00:00/PT1H', value: 20 }] } } }, // prettier-ignore
    needed: ['updateTime', 'validTime', 'uom'],
    words: ['uom'],
  },
  'periods of a forecast': {
    parse: (text) => hoursOf(parsePeriods(text)),
    payload: { properties: { updateTime: '2026-05-20T21:00:00Z', periods: [{ startTime: '2026-05-20T22:00:00Z', temperature: 80, temperatureUnit: 'F', windSpeed: '10 mph', windDirection: 'S', shortForecast: 'Sunny', dewpoint: { value: 20, unitCode: 'wmoUnit:degC' } }] } }, // prettier-ignore
    needed: ['updateTime', 'startTime'],
    words: ['temperatureUnit', 'windDirection', 'unitCode'],
  },
};

const hoursOf = ({ hours }: { hours: unknown[] }) => ({ rows: hours, refused: [] });

/** Names of the fields with a text, below `value`. Those of a geometry are its form. */
function textFields(value: unknown, name = ''): string[] {
  if (typeof value === 'string') return name === 'type' && /^Feature|^Po|^Line/.test(value) ? [] : [name];
  if (Array.isArray(value)) return value.flatMap((each) => textFields(each, name));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === 'geometry' || key === 'geom' ? [] : textFields(each, key),
  );
}

/** The same with the word in the place of every text of a field. */
function replaced(value: unknown, field: string, name = ''): unknown {
  if (typeof value === 'string') {
    const isForm = name === 'type' && /^Feature|^Po|^Line/.test(value);
    return name === field && !isForm ? word : value;
  }
  if (Array.isArray(value)) return value.map((each) => replaced(each, field, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, replaced(each, field, key)]));
}

describe('words that providers have and this service does not know', () => {
  for (const [what, { parse, payload, needed, words }] of Object.entries(cases)) {
    const fields = [...new Set(textFields(payload))];

    it(`lose no row of ${what}`, () => {
      const whole = parse(JSON.stringify(payload)) as { rows: unknown[]; refused: unknown[] };
      expect(whole.rows).to.have.length(1);
      for (const field of fields.filter((each) => !needed.includes(each))) {
        const { rows, refused } = parse(JSON.stringify(replaced(payload, field))) as typeof whole;
        expect([rows.length, refused], field).to.deep.equal([1, []]);
      }
    });

    it(`are counted in ${what}: ${words.join(', ') || 'none is of a closed list'}`, async () => {
      for (const field of fields.filter((each) => !needed.includes(each) || words.includes(each))) {
        const text = JSON.stringify(replaced(payload, field));
        const { unknownWords } = await collectingUnknownWords(() => parse(text));
        const isCounted = unknownWords.some((each) => each.word.toLowerCase().includes(word.toLowerCase()));
        expect(isCounted, field).to.equal(words.includes(field));
      }
      const { unknownWords } = await collectingUnknownWords(() => parse(JSON.stringify(payload)));
      expect(unknownWords).to.deep.equal([]);
    });
  }
});
