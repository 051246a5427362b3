import { hourMs } from '@severe/async';
import { formatTime } from '@severe/base';
import type { CellForecast, ForecastPeriod } from '@severe/db';
import type { Point } from '@severe/geo';
import { placeOnEarth } from '@severe/geo/on-earth';
import type { TypeOf } from '@severe/http';
import type { forecastShape } from './schema.ts';

/** Start of the hour that contains `now`. */
export function hourOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / hourMs) * hourMs);
}

/** Forecast hours, beginning with the one that contains `now`. */
export function hoursFrom({ periods }: CellForecast, now: Date, count: number): ForecastPeriod[] {
  const first = hourOf(now);
  return periods.filter(({ at }) => at >= first).slice(0, count);
}

/** Presents the forecast of a cell for a point. */
export function presentForecast(
  place: Point,
  { office, gridX, gridY, timezone, issuedAt }: CellForecast,
  periods: ForecastPeriod[],
): TypeOf<typeof forecastShape> {
  return {
    ...placeOnEarth(place),
    office,
    grid: { x: gridX, y: gridY },
    timezone,
    issued: formatTime(issuedAt),
    periods: periods.map((period) => ({
      time: formatTime(period.at),
      temperature_c: tenths(period.temperatureC),
      dewpoint_c: tenths(period.dewpointC),
      humidity_pct: tenths(period.humidityPct),
      precip_probability_pct: tenths(period.precipProbabilityPct),
      wind_speed_mps: tenths(period.windSpeedMps),
      wind_gust_mps: tenths(period.windGustMps),
      wind_dir_deg: tenths(period.windDirDeg),
      sky: period.sky,
    })),
  };
}

function tenths(value: number | null): number | null {
  return value === null ? null : Math.round(value * 10) / 10 + 0; // no -0
}
