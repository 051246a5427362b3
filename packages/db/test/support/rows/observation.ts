import type { NewObservation } from '../../../src/index.ts';

/** What Norman, Oklahoma, reported on 2026-05-20 at 22:15; `change` overrides fields. */
export function observation(change: Partial<NewObservation> = {}): NewObservation {
  return {
    station: 'KOUN',
    name: 'Norman',
    state: 'OK',
    elevationM: 357,
    lon: -97.44,
    lat: 35.24,
    source: 'nws',
    at: new Date('2026-05-20T22:15:00Z'),
    temperatureC: 28.3,
    dewpointC: 22.1,
    humidityPct: 69,
    windSpeedKmh: 32.4,
    windGustKmh: 51.8,
    windDirDeg: 170,
    pressureHpa: 1002.4,
    visibilityKm: 16.1,
    precip1hMm: 0,
    sky: 'BKN',
    weather: null,
    ...change,
  };
}
