import type { ObservationRow } from '../../src/feeds/observations/row.ts';

/** An observation without any value; `own` overrides fields. */
export function emptyObservation(
  own: Pick<ObservationRow, 'station' | 'source' | 'at'> & Partial<ObservationRow>,
): ObservationRow {
  return {
    name: null,
    state: null,
    temperatureC: null,
    dewpointC: null,
    humidityPct: null,
    windSpeedKmh: null,
    windGustKmh: null,
    windDirDeg: null,
    pressureHpa: null,
    visibilityKm: null,
    precip1hMm: null,
    sky: null,
    weather: null,
    elevationM: null,
    lon: null,
    lat: null,
    raw: null,
    ...own,
  };
}
