import type { Area } from '@severe/geo';

/** The cell of the forecast grid that a point lies in. */
export interface GridPointRow {
  lat: number;
  lon: number;
  /** The office whose grid it is, and column and row in it. */
  gridId: string;
  gridX: number;
  gridY: number;
  /** The office that forecasts for it. */
  cwa: string;
  timezone: string;
  county: string | null;
  zone: string | null;
  radar: string | null;
}

/** The hours of one cell. */
export interface GridForecastRow {
  gridId: string | null;
  gridX: number | null;
  gridY: number | null;
  issuedAt: Date;
  /** Of the cell; null where it is not sent. */
  area: Area | null;
  hours: ForecastHour[];
}

/** What is forecast for the hour that begins at `at`; null is what this source does not say. */
export interface ForecastHour {
  at: Date;
  temperatureC: number | null;
  dewpointC: number | null;
  humidityPct: number | null;
  precipProbabilityPct: number | null;
  /** The share of this hour in the amount forecast for its interval. */
  precipMm: number | null;
  windSpeedMps: number | null;
  windGustMps: number | null;
  windDirDeg: number | null;
  skyCoverPct: number | null;
  /** The words of the forecast: `Chance Showers And Thunderstorms`. */
  sky: string | null;
}

export function emptyHour(at: Date): ForecastHour {
  return {
    at,
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
}
