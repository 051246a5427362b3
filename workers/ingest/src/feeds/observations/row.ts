/** One surface observation in metric units; null is what was not measured or did not pass the provider's checks. */
export interface ObservationRow {
  /** Four letters, `KOUN`. */
  station: string;
  name: string | null;
  /** Two letters; null where the source does not tell. */
  state: string | null;
  source: 'nws' | 'iem' | 'synoptic';
  at: Date;
  temperatureC: number | null;
  dewpointC: number | null;
  humidityPct: number | null;
  windSpeedKmh: number | null;
  windGustKmh: number | null;
  /** Where the wind comes from; null when calm is written without one, or variable. */
  windDirDeg: number | null;
  /** At sea level, or, where that is not told, the altimeter setting. */
  pressureHpa: number | null;
  visibilityKm: number | null;
  precip1hMm: number | null;
  /** The most cover of all layers: `CLR FEW SCT BKN OVC VV`. */
  sky: string | null;
  /** Present weather in the codes of METAR, `+TSRA BR`. */
  weather: string | null;
  elevationM: number | null;
  /** Null where the report has no place: that of the station holds. */
  lon: number | null;
  lat: number | null;
  /** The METAR as it was sent. */
  raw: string | null;
}

/** A place where the weather is observed. */
export interface StationRow {
  station: string;
  name: string | null;
  lon: number;
  lat: number;
  elevationM: number | null;
  timezone: string | null;
  /** The codes of its county and forecast zone, `NYC001`, `NYZ052`. */
  county: string | null;
  zone: string | null;
}

const covers = ['CLR', 'FEW', 'SCT', 'BKN', 'OVC', 'VV'];
const sameAs: Record<string, string> = { SKC: 'CLR', NSC: 'CLR', NCD: 'CLR', CAVOK: 'CLR' };

/** The most cover of some layers; null when none is told. */
export function mostCover(amounts: string[]): string | null {
  const ranks = amounts.map((amount) => covers.indexOf(sameAs[amount] ?? amount));
  return covers[Math.max(-1, ...ranks)] ?? null;
}
