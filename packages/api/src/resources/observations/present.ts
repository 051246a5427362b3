import { formatTime } from '@severe/base';
import type { Observation } from '@severe/db';
import type { TypeOf } from '@severe/http';
import type { observationProperties } from './schema.ts';
import { inUnits, rounded, type UnitSystem } from './units.ts';

/** Properties of an observation feature. */
export function presentObservation(seen: Observation, units: UnitSystem): TypeOf<typeof observationProperties> {
  return {
    id: seen.id,
    station: seen.station,
    name: seen.name,
    state: seen.state,
    wfo: seen.wfo,
    source: seen.source,
    time: formatTime(seen.at),
    temperature: inUnits(seen.temperatureC, 'temperature', units),
    dewpoint: inUnits(seen.dewpointC, 'temperature', units),
    humidity_pct: whole(seen.humidityPct),
    wind_speed: inUnits(seen.windSpeedKmh, 'wind_speed', units),
    wind_gust: inUnits(seen.windGustKmh, 'wind_speed', units),
    wind_dir_deg: whole(seen.windDirDeg),
    pressure: inUnits(seen.pressureHpa, 'pressure', units),
    visibility: inUnits(seen.visibilityKm, 'visibility', units),
    precip_1h: inUnits(seen.precip1hMm, 'precip', units),
    sky: seen.sky,
    weather: seen.weather,
    elevation_m: whole(seen.elevationM),
  };
}

function whole(value: number | null): number | null {
  return value === null ? null : rounded(value, 0);
}
