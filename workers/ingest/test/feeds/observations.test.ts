import { readFileSync } from 'node:fs';
import { DataError } from '@severe/base';
import { expect } from 'chai';
import { sharedFile } from '@severe/testing/shared';
import { parseIemObservations } from '../../src/feeds/observations/parse-iem.ts';
import { parseMetar, parseMetarCache } from '../../src/feeds/observations/parse-metar.ts';
import { parseNwsObservations } from '../../src/feeds/observations/parse-nws.ts';
import { parseSynoptic } from '../../src/feeds/observations/parse-synoptic.ts';
import type { ObservationRow } from '../../src/feeds/observations/row.ts';

const near = new Date('2026-05-20T22:00Z');
const metar = (report: string) => parseMetar(report, near) as ObservationRow;

describe('feeds/observations from METARs', () => {
  it('parses every group', () => {
    const row = metar(
      'KMIA 202153Z 16032G45KT 1 1/2SM +FC +TSRA BR SCT005 BKN016CB OVC034 23/19 A3003 RMK AO2 SLP998 P0046 T02330194',
    );
    expect(row).to.deep.include({
      station: 'KMIA',
      at: new Date('2026-05-20T21:53Z'),
      temperatureC: 23.3, // tenths from the remarks
      dewpointC: 19.4,
      windSpeedKmh: 32 * 1.852,
      windGustKmh: 45 * 1.852,
      windDirDeg: 160,
      pressureHpa: 999.8,
      visibilityKm: 1.5 * 1.609344,
      sky: 'OVC',
      weather: '+FC +TSRA BR',
    });
    expect(row.precip1hMm).to.be.closeTo(0.46 * 25.4, 1e-9);
    expect(row.humidityPct).to.be.closeTo(78.7, 0.1); // e(19.4)/e(23.3) = 22.54/28.62 hPa
  });

  it('parses sea-level pressures from 950.0 to 1049.9 hPa in warm air without an altimeter setting', () => {
    const pressure = (code: string) => metar(`KDSM 202154Z 00000KT 10SM CLR 20/10 RMK AO2 SLP${code}`).pressureHpa;
    expect(['000', '132', '499', '500', '501', '999'].map(pressure)).to.deep.equal([
      1000, 1013.2, 1049.9, 950, 950.1, 999.9,
    ]);
  });

  it('parses negative temperatures, calm and variable wind, and metric groups', () => {
    expect(metar('CYYZ 202200Z VRB03KT 15SM FEW020 M05/M13 A2986')).to.include({
      temperatureC: -5,
      dewpointC: -13,
      windDirDeg: null,
    });
    expect(metar('KAMW 202153Z AUTO 00000KT 10SM CLR 12/11 A3015')).to.include({
      windSpeedKmh: 0,
      windDirDeg: null,
      sky: 'CLR',
    });
    expect(metar('RJSK 202200Z 36003MPS 9999 NSC 15/M00 Q1013')).to.include({
      windSpeedKmh: 3 * 3.6,
      windDirDeg: 0,
      visibilityKm: 10,
      pressureHpa: 1013,
      dewpointC: 0,
    });
    expect(metar('KXYZ 202200Z 05005KT M1/4SM FG VV002 10/10 A2992')).to.include({
      visibilityKm: 0.25 * 1.609344,
      sky: 'VV',
      weather: 'FG',
    });
  });

  it('rejects a report without values or station', () => {
    for (const bad of ['QQQQ 202153Z', '1QQQ 202153Z 17027KT', 'KMIA O21353Z 17027KT', '']) {
      expect(() => metar(bad), bad).to.throw(DataError);
    }
  });
});

describe('feeds/observations from the cache of all METARs', () => {
  const header = 'raw_text,station_id,observation_time,latitude,longitude,temp_c,sky_cover,cloud_base_ft_agl,sky_cover,cloud_base_ft_agl,metar_type,elevation_m'; // prettier-ignore
  const line = (report: string, place = '35.24,-97.44') =>
    `${report},KOUN,2026-05-20T21:53:00Z,${place},99,CLR,,,,METAR,357.0`;
  const text = (...lines: string[]) => ['No errors', 'No warnings', '12 ms', 'data source=metars', '3 results', header, ...lines, ''].join('\n'); // prettier-ignore

  it('parses the original report and reads the position from its columns', async () => {
    const report = 'KOUN 202153Z 17017G28KT 10SM FEW040 28/22 A2961';
    const { rows, refused, ignored } = await parseMetarCache(
      text(
        line(report),
        line(`"${report}"`),
        line('KOUN NIL'),
        line('KOUN 202153Z NIL'),
        line('KOUN 17017KT'),
        line(report, ','),
      ),
    );
    expect(rows).to.have.length(1);
    expect(rows[0]).to.include({
      station: 'KOUN',
      temperatureC: 28,
      lat: 35.24,
      lon: -97.44,
      elevationM: 357,
      raw: report,
    });
    expect(ignored).to.deep.equal({ NIL: 2, 'no place': 1, 'sent again': 1 });
    expect(refused.map(({ why }) => why)).to.deep.equal(['expected a station and DDHHMMZ']);
  });

  it('rejects a file without a header', async () => {
    const error = await parseMetarCache('No errors\n').catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(DataError).with.property('code', 'csv');
  });
});

describe('feeds/observations from api.weather.gov', () => {
  const value = (number: unknown, unitCode: string, qualityControl = 'V') => ({
    value: number,
    unitCode,
    qualityControl,
  });
  const feature = (properties: object) => ({
    type: 'Feature',
    id: 'https://api.weather.gov/stations/KOUN/observations/2026-05-20T22:15:00+00:00',
    properties: {
      station: 'https://api.weather.gov/stations/KOUN',
      timestamp: '2026-05-20T17:15:00-05:00',
      ...properties,
    },
    geometry: { type: 'Point', coordinates: [-97.44, 35.24] },
  });
  const read = (properties: object) =>
    parseNwsObservations(JSON.stringify({ type: 'FeatureCollection', features: [feature(properties)] }));

  it('converts by the given unit and drops rejected values', () => {
    const [row] = read({
      windSpeed: value(9, 'unit:m_s-1', 'qc:V'),
      windGust: value(51.8, 'wmoUnit:km_h-1'),
      precipitationLastHour: value(0.0254, 'unit:m'),
      temperature: value(99, 'wmoUnit:degC', 'X'),
      dewpoint: value(null, 'wmoUnit:degC', 'Z'),
      barometricPressure: value(101610, 'wmoUnit:Pa'),
      seaLevelPressure: value(null, 'wmoUnit:Pa', 'Z'),
      cloudLayers: [{ amount: 'FEW' }, { amount: 'BKN' }, { amount: 'SCT' }],
    }).rows;
    expect(row).to.deep.include({ station: 'KOUN', at: new Date('2026-05-20T22:15Z'), windGustKmh: 51.8, sky: 'BKN' });
    expect(row.windSpeedKmh).to.be.closeTo(32.4, 1e-9);
    expect(row.precip1hMm).to.be.closeTo(25.4, 1e-9);
    expect(row.pressureHpa).to.be.closeTo(1016.1, 1e-9);
    expect([row.temperatureC, row.dewpointC]).to.deep.equal([null, null]);
  });

  it('has no value in an unknown unit', () => {
    const { rows, refused } = read({ temperature: value(300, 'wmoUnit:degR'), dewpoint: value(9, 'wmoUnit:degC') });
    expect([rows[0].temperatureC, rows[0].dewpointC, refused]).to.deep.equal([null, 9, []]);
  });

  it('agrees with the parsed METAR of the same observation', function () {
    const bytes = readFileSync(sharedFile(this, 'data/upstream/observations/nws_KBHM_2024.json'));
    const [row] = parseNwsObservations(bytes).rows;
    const own = parseMetar(row.raw as string, row.at) as ObservationRow;
    expect(own).to.deep.include({
      station: row.station,
      at: row.at,
      temperatureC: 13.9,
      dewpointC: -5.6,
      pressureHpa: 1026,
      sky: 'FEW',
    });
    expect(row).to.include({ temperatureC: 13.9, dewpointC: -5.6, pressureHpa: 1026, sky: 'FEW' });
    expect(own.humidityPct).to.be.closeTo(row.humidityPct as number, 0.2);
  });
});

describe('feeds/observations from the Iowa Environmental Mesonet', () => {
  it('parses Fahrenheit, knots, miles and inches', () => {
    const properties = { station: 'DSM', name: 'Des Moines', utc_valid: '2026-05-20T21:54:00Z', tmpf: 86, dwpf: 68, relh: 55.1, drct: 170, sknt: 10, gust: null, alti: 29.92, mslp: 1013.1, vsby: 10, phour: 0.1, skyc1: 'FEW', skyc2: 'OVC', wxcodes: ['-RA', 'BR'], raw: 'KDSM …' }; // prettier-ignore
    const feature = { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [-93.66, 41.53] } };
    const [row] = parseIemObservations(JSON.stringify({ type: 'FeatureCollection', features: [feature] })).rows;
    expect(row).to.include({ station: 'KDSM', source: 'iem', temperatureC: 30, dewpointC: 20, windSpeedKmh: 18.52, windGustKmh: null, pressureHpa: 1013.1, sky: 'OVC', weather: '-RA BR' }); // prettier-ignore
    expect(row.precip1hMm).to.be.closeTo(2.54, 1e-9);
  });
});

describe('feeds/observations from Synoptic Data', () => {
  const value = (number: unknown, time = '2026-05-20T22:15:00Z') => ({ value: number, date_time: time });
  const units = { air_temp: 'Celsius', wind_speed: 'm/s', altimeter: 'Pascals', dew_point_temperature: 'Celsius' };
  const station = (OBSERVATIONS: object) => ({ STID: 'KOUN', NAME: 'Norman', LATITUDE: '35.24', LONGITUDE: '-97.44', ELEVATION: '1171', OBSERVATIONS }); // prettier-ignore
  const read = (code: number, ...STATION: unknown[]) =>
    parseSynoptic(
      JSON.stringify({ SUMMARY: { RESPONSE_CODE: code, RESPONSE_MESSAGE: 'words' }, UNITS: units, STATION }),
    );

  it('converts by the units of the response, and uses derived values if nothing was measured', () => {
    const observations = { air_temp_value_1: value(28.3, '2026-05-20T22:10:00Z'), dew_point_temperature_value_1d: value(22.1), wind_speed_value_1: value(9), altimeter_value_1: value(100240) }; // prettier-ignore
    const { rows, refused, ignored } = read(
      1,
      station(observations),
      station({}),
      station({ visibility_value_1: value(5) }),
    );
    expect(rows[0]).to.deep.include({ source: 'synoptic', at: new Date('2026-05-20T22:15Z'), temperatureC: 28.3, dewpointC: 22.1, lat: 35.24 }); // prettier-ignore
    expect([rows[0].windSpeedKmh, rows[0].pressureHpa, rows[0].elevationM].map((n) => Math.round(Number(n) * 10) / 10)).to.deep.equal([32.4, 1002.4, 356.9]); // prettier-ignore
    expect(ignored).to.deep.equal({ 'no values': 1 });
    expect([refused, rows[1].visibilityKm]).to.deep.equal([[], null]); // without a unit
  });

  it('distinguishes an error with status 200 from an empty list', () => {
    expect(() => read(200)).to.throw(DataError, 'expected code 1, got 200: words');
    expect(read(2)).to.deep.equal({ rows: [], refused: [], ignored: {} });
  });
});
