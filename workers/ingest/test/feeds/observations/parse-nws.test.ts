import { expect } from 'chai';
import { parseNwsObservations, parseStations } from '../../../src/feeds/observations/parse-nws.ts';
import { emptyObservation } from '../../support/empty-observation.ts';
import { collectionOf, refusalOf } from '../../support/refusal.ts';

const point = { type: 'Point', coordinates: [-97.44, 35.24] };
const feature = (properties: object, id?: unknown) => ({ type: 'Feature', id, properties, geometry: point });
const url = 'https://api.weather.gov/stations/KOUN';
const timestamp = '2026-05-20T22:15:00+00:00';
const readAll = (...features: object[]) => parseNwsObservations(collectionOf(...features));
const read = (properties: object) => readAll(feature({ station: url, timestamp, ...properties })).rows[0];
const value = (number: unknown, unit: string, more: object = {}) => ({ value: number, unitCode: `wmoUnit:${unit}`, ...more }); // prettier-ignore

/** An observation without any value. */
const nothing = emptyObservation({
  station: 'KOUN',
  source: 'nws',
  at: new Date('2026-05-20T22:15:00Z'),
  lon: -97.44,
  lat: 35.24,
});

describe('observations/parse-nws', () => {
  it('reads every field', () => {
    const row = read({
      stationId: 'KTIK',
      stationName: 'Tinker',
      rawMessage: 'KTIK 202215Z',
      temperature: value(28, 'degC'),
      dewpoint: value(22, 'degC'),
      relativeHumidity: value(70, 'percent'),
      windSpeed: value(11, 'km_h-1'),
      windGust: value(22, 'km_h-1'),
      windDirection: value(170, 'degree_(angle)'),
      seaLevelPressure: value(1002, 'hPa'),
      barometricPressure: value(1003, 'hPa'),
      visibility: value(16, 'km'),
      precipitationLastHour: value(3, 'mm'),
      elevation: value(357, 'm'),
      cloudLayers: [{ amount: 'FEW' }, 'OVC', null, { amount: 'SCT' }],
      presentWeather: [{ rawString: '-RA' }, 'SN', null, { rawString: 7 }, {}, { rawString: 'BR' }],
    });
    expect(row).to.deep.equal({
      ...nothing,
      station: 'KTIK',
      name: 'Tinker',
      raw: 'KTIK 202215Z',
      temperatureC: 28,
      dewpointC: 22,
      humidityPct: 70,
      windSpeedKmh: 11,
      windGustKmh: 22,
      windDirDeg: 170,
      pressureHpa: 1002,
      visibilityKm: 16,
      precip1hMm: 3,
      elevationM: 357,
      sky: 'SCT',
      weather: '-RA 7 BR',
    });
  });

  it('has nothing for what is missing', () => {
    expect(read({})).to.deep.equal(nothing);
    expect(read({ temperature: 7, presentWeather: [], cloudLayers: [] })).to.deep.equal(nothing);
    expect(read({ presentWeather: 'RA', cloudLayers: 'OVC', windSpeed: value('', 'km_h-1') })).to.deep.equal(nothing);
  });

  it('checks the hundreds of the pressure at sea level against the report', () => {
    const rawMessage = 'KTIK 202154Z M21/M24 A3091 RMK AO2 SLP500';
    expect(read({ rawMessage, seaLevelPressure: value(95000, 'Pa') }).pressureHpa).to.equal(1050);
    expect(read({ rawMessage, seaLevelPressure: { ...value(95000, 'Pa'), qualityControl: 'qc:X' } }).pressureHpa).to.equal(null); // prettier-ignore
  });

  it('has no weather that is over', () => {
    expect(read({ presentWeather: [{ rawString: 'RETS' }, { rawString: '-RA' }] }).weather).to.equal('-RA');
  });

  it('uses the altimeter setting if there is no pressure at sea level', () => {
    expect(read({ barometricPressure: value(1003, 'hPa') }).pressureHpa).to.equal(1003);
  });

  it('drops values that quality control rejected or questioned', () => {
    const checked = (qualityControl: unknown) => read({ temperature: value(28, 'degC', { qualityControl }) }).temperatureC;
    expect(['X', 'Q', 'qc:X', 'qc:Q'].map(checked)).to.deep.equal([null, null, null, null]);
    expect(['V', 'Z', 'C', 'S', 'qc:V', '', null].map(checked)).to.deep.equal([28, 28, 28, 28, 28, 28, 28]);
  }); // prettier-ignore

  it('has no value without a unit', () => {
    expect(read({ temperature: { value: 28 } }).temperatureC).to.equal(null);
  });

  it('refuses an observation without a station or a time', () => {
    const { refused } = readAll(feature({ timestamp }), feature({ station: url }, 7));
    expect(refused).to.deep.equal([
      { what: 'feature 0', why: 'expected the station of an observation, got none' },
      { what: 'feature 1', why: 'expected timestamp as a time, got nothing' },
    ]);
    const nameless = { station: 'https://api.weather.gov/stations/', timestamp };
    expect(readAll(feature(nameless)).refused).to.have.length(1);
    expect(refusalOf(() => parseNwsObservations('{}'))).to.equal('shape: expected a FeatureCollection, got {}');
  });

  it('takes the station for the name of what it refuses, and for that of the observation', () => {
    expect(readAll(feature({ station: 'KOUN' }, 'KOUN/1')).refused.map(({ what }) => what)).to.deep.equal(['KOUN/1']);
    expect(read({ station: 'KTIK' }).station).to.equal('KTIK');
  });
});

describe('observations/parse-nws, stations', () => {
  const stations = (properties: object) => parseStations(collectionOf(feature(properties, url)));

  it('have every field', () => {
    const properties = {
      stationIdentifier: 'KOUN',
      name: 'Norman, Max Westheimer Airport',
      elevation: value(357, 'm'),
      timeZone: 'America/Chicago',
      county: 'https://api.weather.gov/zones/county/OKC027',
      forecast: 'https://api.weather.gov/zones/forecast/OKZ029',
    };
    expect(stations(properties)).to.deep.equal({
      rows: [
        {
          station: 'KOUN',
          name: 'Norman, Max Westheimer Airport',
          lon: -97.44,
          lat: 35.24,
          elevationM: 357,
          timezone: 'America/Chicago',
          county: 'OKC027',
          zone: 'OKZ029',
        },
      ],
      refused: [],
      ignored: {},
    });
  });

  it('have nothing for what is missing, but an identifier', () => {
    expect(stations({ stationIdentifier: 'KOUN' }).rows).to.deep.equal([
      { station: 'KOUN', name: null, lon: -97.44, lat: 35.24, elevationM: null, timezone: null, county: null, zone: null },
    ]);
    expect(stations({}).refused).to.deep.equal([
      { what: 'KOUN', why: 'expected stationIdentifier as text, got nothing' },
    ]);
  }); // prettier-ignore
});
