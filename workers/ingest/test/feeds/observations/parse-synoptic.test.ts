import { expect } from 'chai';
import { parseSynoptic } from '../../../src/feeds/observations/parse-synoptic.ts';
import { emptyObservation } from '../../support/empty-observation.ts';
import { refusalOf } from '../../support/refusal.ts';

const time = '2026-05-20T22:15:00Z';
const value = (number: unknown, date_time: unknown = time) => ({ value: number, date_time });
const units = {
  air_temp: 'Celsius',
  dew_point_temperature: 'Celsius',
  relative_humidity: '%',
  wind_speed: 'km/h',
  wind_gust: 'km/h',
  wind_direction: 'Degrees',
  sea_level_pressure: 'Millibars',
  altimeter: 'Millibars',
  visibility: 'Kilometers',
  precip_accum_one_hour: 'Millimeters',
};
const place = { STID: 'KOUN', LATITUDE: '35.24', LONGITUDE: '-97.44' };
const station = (OBSERVATIONS: unknown, more: object = {}) => ({ ...place, ...more, OBSERVATIONS });
const response = (more: object) =>
  parseSynoptic(JSON.stringify({ SUMMARY: { RESPONSE_CODE: 1 }, UNITS: units, STATION: [], ...more }));
const readAll = (...STATION: unknown[]) => response({ STATION });
const read = (observations: object, more?: object) => readAll(station(observations, more)).rows[0];

/** An observation of the temperature only. */
const warm = emptyObservation({
  station: 'KOUN',
  source: 'synoptic',
  at: new Date(time),
  temperatureC: 28,
  lon: -97.44,
  lat: 35.24,
});

describe('observations/parse-synoptic', () => {
  it('reads every field', () => {
    const observations = {
      air_temp_value_1: value(28),
      dew_point_temperature_value_1: value(22),
      relative_humidity_value_1: value(70),
      wind_speed_value_1: value(11),
      wind_gust_value_1: value(22),
      wind_direction_value_1: value(170),
      sea_level_pressure_value_1: value(1002),
      altimeter_value_1: value(1003),
      visibility_value_1: value(16),
      precip_accum_one_hour_value_1: value(3),
    };
    expect(read(observations, { NAME: 'Norman', STATE: 'OK', ELEVATION: '1000' })).to.deep.equal({
      ...warm,
      name: 'Norman',
      state: 'OK',
      dewpointC: 22,
      humidityPct: 70,
      windSpeedKmh: 11,
      windGustKmh: 22,
      windDirDeg: 170,
      pressureHpa: 1002,
      visibilityKm: 16,
      precip1hMm: 3,
      elevationM: 304.8, // 1000 · 0.3048
    });
  });

  it('has nothing for what is missing', () => {
    const silent = { visibility_value_1: value(null), wind_speed_value_1: 7, wind_gust_value_1d: value('') };
    expect(read({ air_temp_value_1: value(28), ...silent })).to.deep.equal(warm);
  });

  it('uses derived values and the altimeter if nothing was measured', () => {
    expect(read({ air_temp_value_1d: value(28) })).to.deep.equal(warm);
    expect(read({ air_temp_value_1: value(28), air_temp_value_1d: value(29) })).to.deep.equal(warm);
    expect(read({ altimeter_value_1: value(1003) }).pressureHpa).to.equal(1003);
  });

  it('has the time of its newest value', () => {
    const [before, after] = ['2026-05-20T22:10:00Z', '2026-05-20T22:20:00Z'];
    const observations = { air_temp_value_1: value(28, before), wind_speed_value_1: value(1, after), wind_gust_value_1: value(2) }; // prettier-ignore
    expect(read(observations).at).to.deep.equal(new Date(after));
  });

  // Factors: the international mile is 1609.344 m, the nautical mile 1852 m, the inch 25.4 mm.
  const conversions: [name: string, field: string, unit: string, value: number, expected: number][] = [
    ['air_temp', 'temperatureC', 'Fahrenheit', 50, 10],
    ['air_temp', 'temperatureC', 'Kelvin', 300.15, 27],
    ['wind_speed', 'windSpeedKmh', 'm/s', 10, 36],
    ['wind_speed', 'windSpeedKmh', 'kts', 10, 18.52],
    ['wind_speed', 'windSpeedKmh', 'kph', 10, 10],
    ['wind_speed', 'windSpeedKmh', 'mph', 10, 16.09344],
    ['altimeter', 'pressureHpa', 'Pascals', 100_300, 1003],
    ['altimeter', 'pressureHpa', 'inHg', 30, 1015.916600001],
    ['visibility', 'visibilityKm', 'Statute miles', 10, 16.09344],
    ['visibility', 'visibilityKm', 'Meters', 800, 0.8],
    ['precip_accum_one_hour', 'precip1hMm', 'Inches', 1, 25.4],
  ];
  for (const [name, field, unit, given, expected] of conversions) {
    it(`reads ${name} in ${unit}`, () => {
      const stations = [station({ [`${name}_value_1`]: value(given) })];
      const [row] = response({ UNITS: { [name]: unit }, STATION: stations }).rows;
      expect(row[field as 'temperatureC']).to.be.closeTo(expected, 1e-9);
    });
  }

  it('ignores stations without values', () => {
    expect(readAll(station({}), station({ air_temp_value_1: value(null, 'x') }))).to.deep.equal({ rows: [], refused: [], ignored: { 'no values': 2 } }); // prettier-ignore
  });

  it('refuses stations that are incomplete, by their names', () => {
    const warmth = { air_temp_value_1: value(28) };
    const { rows, refused } = readAll(
      7,
      station(null),
      station({ air_temp_value_1: { value: 28 } }),
      station(warmth, { STID: null }),
      station(warmth, { LATITUDE: null }),
      station(warmth, { LONGITUDE: 'x' }),
    );
    expect(rows).to.deep.equal([]);
    expect(refused).to.deep.equal([
      { what: 'station 0', why: 'expected a station as an object, got 7' },
      { what: 'KOUN', why: 'expected OBSERVATIONS as an object, got null' },
      { what: 'KOUN', why: 'expected date_time as a time, got nothing' },
      { what: 'station 3', why: 'expected STID as text, got null' },
      { what: 'KOUN', why: 'expected LATITUDE as a number, got null' },
      { what: 'KOUN', why: 'expected LONGITUDE as a number, got "x"' },
    ]);
  });

  it('has no value in a unit that is unknown or missing', () => {
    const stations = [station({ air_temp_value_1: value(28), relative_humidity_value_1: value(40) })];
    for (const air_temp of ['Rankine', 'constructor', null]) {
      const { rows, refused } = response({ UNITS: { air_temp, relative_humidity: '%' }, STATION: stations });
      expect([rows[0].temperatureC, rows[0].humidityPct, refused], String(air_temp)).to.deep.equal([null, 40, []]);
    }
  });

  it('refuses a response of another form', () => {
    const why = (text: string) => refusalOf(() => parseSynoptic(text));
    expect(why('[]')).to.equal('shape: expected a response as an object, got []');
    expect(why('{}')).to.equal('shape: expected SUMMARY as an object, got nothing');
    expect(refusalOf(() => response({ UNITS: 7 }))).to.equal('shape: expected UNITS as an object, got 7');
    expect(refusalOf(() => response({ STATION: 7 }))).to.equal('shape: expected STATION as a list, got 7');
    expect(refusalOf(() => response({ SUMMARY: { RESPONSE_CODE: 200, RESPONSE_MESSAGE: 'no' } }))).to.equal('upstream-error: expected code 1, got 200: no'); // prettier-ignore
  });
});
