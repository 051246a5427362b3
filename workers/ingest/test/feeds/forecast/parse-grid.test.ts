import { expect } from 'chai';
import { parseGridForecast, parsePeriods } from '../../../src/feeds/forecast/parse-grid.ts';
import { parseGridPoint } from '../../../src/feeds/forecast/parse-point.ts';
import { refusalOf } from '../../support/refusal.ts';

const square = { type: 'Polygon', coordinates: [[[-98, 34], [-96, 34], [-96, 36], [-98, 36], [-98, 34]]] }; // prettier-ignore
const layer = (uom: string | undefined, ...values: [unknown, unknown][]) => ({ uom, values: values.map(([validTime, value]) => ({ validTime, value })) }); // prettier-ignore
const known = { gridId: 'OUN', gridX: 97, gridY: 94, updateTime: '2026-05-20T20:00:00+00:00' };
const one = (uom: string, value: number) => layer(uom, ['2026-05-20T22:00:00+00:00/PT1H', value]);
const temperature = one('wmoUnit:degC', 25);
const cell = (layers: object, geometry: unknown = square) =>
  parseGridForecast(JSON.stringify({ geometry, properties: { ...known, temperature, ...layers } }));
const none = {
  temperatureC: null,
  dewpointC: null,
  humidityPct: null,
  precipProbabilityPct: null,
  precipMm: null,
  windSpeedMps: null,
  windGustMps: null,
  windDirDeg: null,
  skyCoverPct: null,
  sky: null,
};

describe('forecast/parse-grid, layers', () => {
  it('have every field of an hour', () => {
    const layers = {
      dewpoint: one('wmoUnit:degC', 20),
      relativeHumidity: one('wmoUnit:percent', 55),
      probabilityOfPrecipitation: one('wmoUnit:percent', 30),
      quantitativePrecipitation: one('wmoUnit:mm', 3),
      windSpeed: one('wmoUnit:km_h-1', 36),
      windGust: one('wmoUnit:km_h-1', 72),
      windDirection: one('wmoUnit:degree_(angle)', 200),
      skyCover: one('wmoUnit:percent', 80),
    };
    expect(cell(layers)).to.deep.equal({
      gridId: 'OUN',
      gridX: 97,
      gridY: 94,
      issuedAt: new Date('2026-05-20T20:00Z'),
      area: square,
      hours: [
        {
          at: new Date('2026-05-20T22:00Z'),
          temperatureC: 25,
          dewpointC: 20,
          humidityPct: 55,
          precipProbabilityPct: 30,
          precipMm: 3,
          windSpeedMps: 10,
          windGustMps: 20,
          windDirDeg: 200,
          skyCoverPct: 80,
          sky: null,
        },
      ],
    });
  });

  it('are in the order of time, from full hours', () => {
    const { hours } = cell({ temperature: layer('wmoUnit:degC', ['2026-05-21T01:45:00+00:00/PT1H', 2], ['2026-05-20T23:00:00+00:00/PT2H', 1]) }); // prettier-ignore
    expect(hours.map(({ at, temperatureC }) => [at.toISOString().slice(11, 16), temperatureC])).to.deep.equal([['23:00', 1], ['00:00', 1], ['01:00', 2]]); // prettier-ignore
  });

  it('last for days, hours or both, up to twenty days', () => {
    const count = (duration: string) => cell({ temperature: layer('wmoUnit:degC', [`2026-05-20T22:00:00+00:00/${duration}`, 1]) }).hours.length; // prettier-ignore
    expect(['PT1H', 'PT12H', 'P1D', 'P10DT6H', 'P20D', 'PT480H', 'P1DT'].map(count)).to.deep.equal([1, 12, 24, 246, 480, 480, 24]); // prettier-ignore
    for (const bad of ['P', 'PT0H', 'P20DT1H', 'PT481H', 'P100D', 'PT1000H', 'PT1H30M', '1H', 'xPT1H', 'PT1Hx']) {
      const text = `2026-05-20T22:00:00+00:00/${bad}`;
      expect(refusalOf(() => count(bad)), bad).to.equal(`time: expected a time and a duration of hours, got "${text}"`);
    } // prettier-ignore
    const refused = (validTime: unknown) => refusalOf(() => cell({ temperature: layer('wmoUnit:degC', [validTime, 1]) })); // prettier-ignore
    expect(refused('now/PT1H')).to.equal('time: expected validTime as a time, got "now"');
    expect(refused(null)).to.equal('time: expected a time and a duration of hours, got null');
    expect(refused('/PT1H')).to.equal('time: expected a time and a duration of hours, got "/PT1H"');
  });

  it('have nothing where a value is missing', () => {
    expect(cell({ temperature: layer('wmoUnit:degC', ['x', null]) }).hours).to.deep.equal([]);
    for (const empty of [null, 'x', {}, { values: 'x' }]) {
      expect(cell({ dewpoint: empty }).hours[0], JSON.stringify(empty)).to.deep.equal({ at: new Date('2026-05-20T22:00Z'), ...none, temperatureC: 25 }); // prettier-ignore
    }
  });

  it('are left out in an unknown unit or without one, and refused without a form', () => {
    expect(cell({ temperature: one('wmoUnit:x', 1) }).hours).to.deep.equal([]);
    expect(cell({ temperature: layer(undefined, ['2026-05-20T22:00:00+00:00/PT1H', 1]) }).hours).to.deep.equal([]);
    expect(refusalOf(() => cell({ temperature: { uom: 'wmoUnit:degC', values: [7] } }))).to.equal('shape: expected a value as an object, got 7'); // prettier-ignore
  });

  it('are refused where the cell lacks a field', () => {
    expect(refusalOf(() => cell({ temperature: null }))).to.equal('shape: expected the layers of a cell, got none');
    expect(refusalOf(() => cell({ gridId: null }))).to.equal('field: expected gridId as text, got null');
    expect(refusalOf(() => cell({ gridX: null }))).to.equal('field: expected gridX as a number, got null');
    expect(refusalOf(() => cell({ gridY: null }))).to.equal('field: expected gridY as a number, got null');
    expect(refusalOf(() => cell({ updateTime: null }))).to.equal('time: expected updateTime as a time, got null');
    expect(refusalOf(() => parseGridForecast('[]'))).to.equal('shape: expected a cell as an object, got []');
    expect(refusalOf(() => parseGridForecast('{}'))).to.equal('shape: expected properties as an object, got nothing');
  });

  it('have no outline if none is given', () => {
    expect(cell({}, null).area).to.equal(null);
    expect(cell({}, 'x').area).to.equal(null);
  });
});

describe('forecast/parse-grid, periods', () => {
  const quantity = (unitCode: string, value: unknown) => ({ unitCode, value });
  const period = {
    startTime: '2026-05-20T17:00:00-05:00',
    temperature: 86,
    temperatureUnit: 'F',
    dewpoint: quantity('wmoUnit:degC', 20),
    relativeHumidity: quantity('wmoUnit:percent', 55),
    probabilityOfPrecipitation: quantity('wmoUnit:percent', 30),
    windSpeed: '36 km/h',
    windDirection: 'W',
    shortForecast: 'Sunny',
  };
  const read = (change: object, more: object = {}) =>
    parsePeriods(JSON.stringify({ geometry: square, properties: { updateTime: known.updateTime, periods: [{ ...period, ...change }] }, ...more })); // prettier-ignore
  const hour = (change: object) => read(change).hours[0];

  it('have every field', () => {
    expect(read({})).to.deep.equal({
      gridId: null,
      gridX: null,
      gridY: null,
      issuedAt: new Date('2026-05-20T20:00Z'),
      area: square,
      hours: [
        {
          ...none,
          at: new Date('2026-05-20T22:00Z'),
          temperatureC: 30,
          dewpointC: 20,
          humidityPct: 55,
          precipProbabilityPct: 30,
          windSpeedMps: 10,
          windDirDeg: 270,
          sky: 'Sunny',
        },
      ],
    });
  });

  it('have nothing for what is missing', () => {
    const missing = { temperature: null, dewpoint: null, relativeHumidity: 'x', probabilityOfPrecipitation: quantity('wmoUnit:percent', null), windSpeed: null, windDirection: null, shortForecast: null }; // prettier-ignore
    expect(hour(missing)).to.deep.equal({ ...none, at: new Date('2026-05-20T22:00Z') });
  });

  it('have winds from sixteen directions', () => {
    const names = ['N', 'NNE', 'NE', 'ENE', 'E', 'ESE', 'SE', 'SSE', 'S', 'SSW', 'SW', 'WSW', 'W', 'WNW', 'NW', 'NNW'];
    expect(names.map((windDirection) => hour({ windDirection }).windDirDeg)).to.deep.equal(names.map((_, i) => i * 22.5)); // prettier-ignore
    expect(hour({ windDirection: 'VAR' }).windDirDeg).to.equal(null);
  });

  it('have the higher of two winds', () => {
    const speed = (windSpeed: string) => hour({ windSpeed }).windSpeedMps;
    expect([speed('18 to 36 km/h'), speed('100 mph'), speed('36 kt'), speed('36 km/h or so'), speed('calm')]).to.deep.equal([10, 44.704, null, null, null]); // prettier-ignore
  });

  it('are refused where they lack a field', () => {
    expect(refusalOf(() => read({ startTime: null }))).to.equal('time: expected startTime as a time, got null');
    expect(hour({ temperatureUnit: 'X' }).temperatureC).to.equal(null);
    expect(hour({ dewpoint: { value: 1 } }).dewpointC).to.equal(null);
    expect(refusalOf(() => read({}, { properties: { periods: [] } }))).to.equal('time: expected updateTime as a time, got nothing'); // prettier-ignore
    expect(refusalOf(() => read({}, { properties: { updateTime: known.updateTime } }))).to.equal('shape: expected periods as a list, got nothing'); // prettier-ignore
    expect(refusalOf(() => read({}, { properties: { updateTime: known.updateTime, periods: [7] } }))).to.equal('shape: expected a period as an object, got 7'); // prettier-ignore
    expect(refusalOf(() => read({}, { properties: 7 }))).to.equal('shape: expected properties as an object, got 7');
    expect(refusalOf(() => parsePeriods('[]'))).to.equal('shape: expected a forecast as an object, got []');
  });
});

describe('forecast/parse-point', () => {
  const properties = { gridId: 'OUN', gridX: 97, gridY: 94, cwa: 'OUN', timeZone: 'America/Chicago', county: 'https://api.weather.gov/zones/county/OKC027', forecastZone: 'OKZ029', radarStation: 'KTLX' }; // prettier-ignore
  const read = (change: object) => parseGridPoint(JSON.stringify({ geometry: { type: 'Point', coordinates: [-97.4, 35.2] }, properties: { ...properties, ...change } })); // prettier-ignore

  it('has every field of a point', () => {
    const row = { lon: -97.4, lat: 35.2, gridId: 'OUN', gridX: 97, gridY: 94, cwa: 'OUN', timezone: 'America/Chicago', county: 'OKC027', zone: 'OKZ029', radar: 'KTLX' }; // prettier-ignore
    expect(read({})).to.deep.equal(row);
    expect(read({ county: null, forecastZone: null, radarStation: null })).to.deep.equal({ ...row, county: null, zone: null, radar: null }); // prettier-ignore
  });

  it('is refused where it lacks a field', () => {
    for (const name of ['gridId', 'cwa', 'timeZone']) expect(refusalOf(() => read({ [name]: null }))).to.equal(`field: expected ${name} as text, got null`); // prettier-ignore
    for (const name of ['gridX', 'gridY']) expect(refusalOf(() => read({ [name]: null }))).to.equal(`field: expected ${name} as a number, got null`); // prettier-ignore
    expect(refusalOf(() => parseGridPoint('[]'))).to.equal('shape: expected a point as an object, got []');
    expect(refusalOf(() => parseGridPoint('{}'))).to.equal('shape: expected properties as an object, got nothing');
  });
});
