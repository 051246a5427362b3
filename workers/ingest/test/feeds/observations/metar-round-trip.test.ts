import { expect } from 'chai';
import * as fc from 'fast-check';
import { parseMetar } from '../../../src/feeds/observations/parse-metar.ts';
import type { ObservationRow } from '../../../src/feeds/observations/row.ts';
import { type Observed, writeMetar } from '../../support/metar-writer.ts';

const kmPerMile = 1.609344;
const minuteMs = 60_000;

const weather = ['-RA', '+TSRA', 'BR', 'FZFG', 'VCTS', 'SHSN', '-FZDZ', 'BLSN', 'HZ', 'PL', 'UP', '+FC'];

const observed: fc.Arbitrary<Observed> = fc.record({
  at: fc
    .integer({ min: Date.UTC(2015, 0, 1) / minuteMs, max: Date.UTC(2032, 0, 1) / minuteMs })
    .map((minutes) => new Date(minutes * minuteMs)),
  seaLevelTenths: fc.integer({ min: 8700, max: 10800 }),
  altimeterHpa: fc.integer({ min: -35, max: 35 }),
  temperatureTenths: fc.integer({ min: -620, max: 550 }),
  spreadTenths: fc.integer({ min: 0, max: 300 }),
  hasTenths: fc.boolean(),
  windFrom: fc.integer({ min: 1, max: 36 }).map((tens) => tens * 10),
  windKt: fc.integer({ min: 1, max: 199 }),
  gustKt: fc.option(fc.integer({ min: 10, max: 250 })),
  visibility: fc.oneof(
    fc.integer({ min: 1, max: 60 }).map((quarters) => ({ quarterMiles: quarters })),
    fc.record({
      metres: fc.integer({ min: 0, max: 99 }).map((hundreds) => hundreds * 100),
      side: fc.constantFrom('', 'N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW', 'NDV'),
    }),
  ),
  weather: fc.subarray(weather, { maxLength: 3 }),
  rainHundredths: fc.option(fc.integer({ min: 0, max: 900 })),
  decoys: fc.subarray(['recent', 'trend', 'extremes', 'tendency'] as const),
});

describe('observations/parse-metar, reports written from known values', () => {
  it('have these values again, with all digits that the code drops', () => {
    const days = fc.integer({ min: -13 * 1440, max: 13 * 1440 });
    fc.assert(
      fc.property(observed, days, (truth, minutes) => {
        const report = writeMetar(truth);
        const near = new Date(truth.at.getTime() + minutes * minuteMs);
        const row = parseMetar(report, near) as ObservationRow;
        const parts = truth.hasTenths ? 10 : 1;
        const tenths = (value: number) => Math.round((value * parts) / 10) / parts + 0;
        expect(row, report).to.deep.include({
          at: truth.at,
          pressureHpa: truth.seaLevelTenths / 10,
          temperatureC: tenths(truth.temperatureTenths),
          dewpointC: tenths(truth.temperatureTenths - truth.spreadTenths),
          windDirDeg: truth.windFrom % 360,
          windSpeedKmh: truth.windKt * 1.852,
          windGustKmh: truth.gustKt === null ? null : truth.gustKt * 1.852,
          weather: truth.weather.join(' ') || null,
        });
        const { visibility } = truth;
        const km = 'metres' in visibility ? visibility.metres / 1000 : (visibility.quarterMiles / 4) * kmPerMile;
        expect(row.visibilityKm, report).to.be.closeTo(km, 1e-9);
        expect(row.precip1hMm, report).to.equal(
          truth.rainHundredths === null ? null : (truth.rainHundredths / 100) * 25.4,
        );
      }),
      { numRuns: 500 },
    );
  });
});
