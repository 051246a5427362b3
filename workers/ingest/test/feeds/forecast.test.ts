import { expect } from 'chai';
import { parseGridForecast, parsePeriods } from '../../src/feeds/forecast/parse-grid.ts';

const cell = (layers: object) =>
  JSON.stringify({
    properties: { gridId: 'OUN', gridX: 97, gridY: 94, updateTime: '2026-05-20T20:00:00+00:00', ...layers },
  });
const layer = (uom: string | undefined, ...values: [string, number | null][]) => ({ uom, values: values.map(([validTime, value]) => ({ validTime, value })) }); // prettier-ignore

describe('feeds/forecast', () => {
  it('expands intervals into hours, across days, and divides rain among them', () => {
    const { hours } = parseGridForecast(
      cell({
        temperature: layer(
          'wmoUnit:degC',
          ['2026-05-20T22:00:00+00:00/PT2H', 25],
          ['2026-05-21T00:00:00+00:00/P1DT6H', 20],
        ),
        quantitativePrecipitation: layer('wmoUnit:mm', ['2026-05-20T22:00:00+00:00/PT6H', 12]),
        windSpeed: layer('wmoUnit:km_h-1', ['2026-05-20T22:00:00+00:00/PT1H', 36]),
        windChill: layer('wmoUnit:degC', ['2026-05-20T22:00:00+00:00/P7DT13H', null]),
      }),
    );
    expect(hours).to.have.length(2 + 30);
    expect(hours[0]).to.deep.include({
      at: new Date('2026-05-20T22:00Z'),
      temperatureC: 25,
      precipMm: 2,
      windSpeedMps: 10,
    });
    expect(hours.map(({ precipMm }) => precipMm ?? 0).reduce((a, b) => a + b)).to.equal(12);
    expect(hours.at(-1)).to.deep.include({ at: new Date('2026-05-22T05:00Z'), temperatureC: 20, precipMm: null });
  });

  it('rejects an interval longer than any forecast', () => {
    for (const bad of [
      '2026-05-20T22:00:00+00:00',
      '2026-05-20T22:00:00+00:00/P99D',
      '2026-05-20T22:00:00+00:00/PT0H',
    ]) {
      expect(() => parseGridForecast(cell({ temperature: layer('wmoUnit:degC', [bad, 1]) })), bad).to.throw(
        'duration of hours',
      );
    }
  });

  it('parses hourly periods in both units, with the higher of two winds', () => {
    const period = { startTime: '2026-05-20T17:00:00-05:00', temperature: 86, temperatureUnit: 'F', dewpoint: { unitCode: 'wmoUnit:degC', value: 20 }, relativeHumidity: { unitCode: 'wmoUnit:percent', value: 55 }, probabilityOfPrecipitation: { unitCode: 'wmoUnit:percent', value: null }, windSpeed: '5 to 10 mph', windDirection: 'SSW', shortForecast: 'Chance Showers' }; // prettier-ignore
    const payload = JSON.stringify({ properties: { updateTime: '2026-05-20T20:00:00Z', periods: [period, { ...period, temperature: 30, temperatureUnit: 'C', windSpeed: '36 km/h', windDirection: '' }] } }); // prettier-ignore
    const [us, si] = parsePeriods(payload).hours;
    expect(us).to.deep.include({ at: new Date('2026-05-20T22:00Z'), temperatureC: 30, dewpointC: 20, precipProbabilityPct: null, windDirDeg: 202.5, sky: 'Chance Showers' }); // prettier-ignore
    expect(us.windSpeedMps).to.be.closeTo(4.4704, 1e-9);
    expect(si).to.include({ temperatureC: 30, windSpeedMps: 10, windDirDeg: null });
  });
});
