import { formatTime } from '@severe/base';
import type { Observation } from '@severe/db';
import type { TypeOf } from '@severe/http';
import type { observationProperties } from './schema.ts';
import { inUnits, rounded, type UnitSystem } from './units.ts';

/** Properties of an observation feature. */
export function presentObservation(observation: Observation, units: UnitSystem): TypeOf<typeof observationProperties> {
  return {
    id: observation.id,
    station: observation.station,
    name: observation.name,
    state: observation.state,
    wfo: observation.wfo,
    source: observation.source,
    time: formatTime(observation.at),
    temperature: inUnits(observation.temperatureC, 'temperature', units),
    dewpoint: inUnits(observation.dewpointC, 'temperature', units),
    humidity_pct: whole(observation.humidityPct),
    wind_speed: inUnits(observation.windSpeedKmh, 'wind_speed', units),
    wind_gust: inUnits(observation.windGustKmh, 'wind_speed', units),
    wind_dir_deg: whole(observation.windDirDeg),
    pressure: inUnits(observation.pressureHpa, 'pressure', units),
    visibility: inUnits(observation.visibilityKm, 'visibility', units),
    precip_1h: inUnits(observation.precip1hMm, 'precip', units),
    sky: observation.sky,
    weather: observation.weather,
    elevation_m: whole(observation.elevationM),
  };
}

function whole(value: number | null): number | null {
  return value === null ? null : rounded(value, 0);
}
