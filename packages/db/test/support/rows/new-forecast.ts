import type { ForecastPeriod, NewForecast } from '../../../src/index.ts';
import { squareAt } from './alert-event.ts';

/** A warm afternoon, of which the hours are told apart by their temperature. */
export function forecastPeriod(at: Date, temperatureC: number): ForecastPeriod {
  return {
    at,
    temperatureC,
    dewpointC: 21.11,
    humidityPct: 69,
    precipProbabilityPct: 80,
    windSpeedMps: 9.004,
    windGustMps: null,
    windDirDeg: 170,
    sky: 'Severe Thunderstorms Likely',
  };
}

/** Forty hours in Kansas from 20 UTC of 2026-05-20 on, fetched at 22 UTC; `change` overrides fields. */
export function newForecast(change: Partial<NewForecast> = {}): NewForecast {
  const start = new Date('2026-05-20T20:00:00Z').getTime();
  return {
    office: 'ICT',
    gridX: 60,
    gridY: 50,
    timezone: 'America/Chicago',
    issuedAt: new Date('2026-05-20T20:31:00Z'),
    fetchedAt: new Date('2026-05-20T22:00:00Z'),
    goodUntil: new Date('2026-05-20T23:00:00Z'),
    periods: Array.from({ length: 40 }, (_, i) => forecastPeriod(new Date(start + i * 3_600_000), 30 - i)),
    area: squareAt(-97.51, 38.49, 0.02)!,
    ...change,
  };
}
