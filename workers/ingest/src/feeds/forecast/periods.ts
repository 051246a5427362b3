import type { ForecastPeriod } from '@severe/db';
import type { ForecastHour, GridForecastRow } from './row.ts';

/**
 * Merges the raw layers, which are exact and have gusts, with the periods, which are rounded and have words. Layers
 * take precedence. Either can be absent.
 *
 * @returns hours with a temperature, by time
 */
export function periodsOf(layers: GridForecastRow | undefined, periods: GridForecastRow | undefined): ForecastPeriod[] {
  const byTime = new Map<number, ForecastPeriod>();
  for (const hour of [...(periods?.hours ?? []), ...(layers?.hours ?? [])]) {
    const time = hour.at.getTime();
    byTime.set(time, laidOver(byTime.get(time), hour));
  }
  return [...byTime.values()]
    .filter(({ temperatureC }) => temperatureC !== null)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

function laidOver(below: ForecastPeriod | undefined, above: ForecastHour): ForecastPeriod {
  return {
    at: above.at,
    temperatureC: above.temperatureC ?? below?.temperatureC ?? null,
    dewpointC: above.dewpointC ?? below?.dewpointC ?? null,
    humidityPct: above.humidityPct ?? below?.humidityPct ?? null,
    precipProbabilityPct: above.precipProbabilityPct ?? below?.precipProbabilityPct ?? null,
    windSpeedMps: above.windSpeedMps ?? below?.windSpeedMps ?? null,
    windGustMps: above.windGustMps ?? below?.windGustMps ?? null,
    windDirDeg: above.windDirDeg ?? below?.windDirDeg ?? null,
    sky: above.sky ?? below?.sky ?? null,
  };
}
