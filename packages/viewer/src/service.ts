import { createClient } from '@severe/client';

export type { Schemas } from '@severe/client';

/** Asks for what is drawn over the weather; what has not changed since is not sent again. */
export const client = createClient({
  retries: 0,
  fetch: (request) => fetch(request, { signal: AbortSignal.timeout(15_000) }),
});

// What the page knows of pictures, and of what belongs to them.

export type PaletteName = 'standard' | 'colour-blind';
export type Family = 'radar' | 'satellite' | 'hrrr' | 'nexrad';

/** A product as lists of products tell it; fields of the model have a `label` for a name. */
export interface Product {
  id: string;
  name: string;
  description: string;
  units: string | null;
  palettes: PaletteName[];
}

export interface HrrrVariable extends Omit<Product, 'name'> {
  label: string;
  latest_run: string | null;
  hours: number[];
}

/** Frames, oldest first, and where each lies on the film strips of `tiles`. */
export interface FilmStrip {
  latest: string | null;
  frames: string[];
  columns: number;
  tiles: string;
}

export interface Volumes {
  latest: string | null;
  frames: string[];
}

export interface Site {
  id: string;
  name: string;
  state: string | null;
  lat: number;
  lon: number;
  status: 'online' | 'offline';
  latest: string | null;
  tilts: number[];
}

export type Status = 'ok' | 'below_threshold' | 'range_folded' | 'no_data' | 'outside';

export interface PointValue {
  value: number | null;
  units: string | null;
  status: Status;
}

export interface SatellitePoint extends PointValue {
  rgb: [red: number, green: number, blue: number] | null;
}

export interface SweepPoint extends PointValue {
  elevation_deg: number | null;
  storm_motion: string | null;
  distance_km: number | null;
  beam_height_m: number | null;
}

export interface Legend {
  name: string;
  units: string | null;
  stops: { value: number; label: string; color: string }[];
  /** What is no value; without a colour it is not drawn. */
  entries: { label: string; color: string | null }[];
}

export interface Health {
  simulated: boolean;
  time: string;
  sources: Record<string, { status: string; data_time: string | null; age_seconds: number | null }>;
}

/** The service answered with a status that is no success. */
export class AnswerError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the service answers ${status}`);
    this.status = status;
  }
}

/** A query in text; what is undefined or empty, or the standard palette, is left out. */
export function queryOf(query: Record<string, string | number | undefined>): string {
  const given = Object.entries(query).filter(
    ([, value]) => value !== undefined && value !== '' && value !== 'standard',
  );
  return given.length === 0 ? '' : `?${given.map(([name, value]) => `${name}=${value}`).join('&')}`;
}

async function get<T>(path: string, query: Record<string, string | number | undefined> = {}): Promise<T> {
  const response = await fetch(`/api/v1${path}${queryOf(query)}`, { signal: AbortSignal.timeout(15_000) });
  if (!response.ok) throw new AnswerError(response.status);
  return (await response.json()) as T;
}

export const service = {
  products: (family: 'radar' | 'satellite' | 'nexrad') => get<{ products: Product[] }>(`/${family}/products`),
  hrrrVariables: () => get<{ variables: HrrrVariable[] }>('/hrrr/variables'),
  sites: () => get<{ sites: Site[] }>('/nexrad/sites'),
  filmStrip: (family: 'radar' | 'satellite', product: string, window: Record<string, string | number | undefined>) =>
    get<FilmStrip>(`/${family}/loop/${product}.json`, window),
  volumes: (site: string, minutes: number) => get<Volumes>(`/nexrad/${site}/frames`, { minutes }),
  legend: (family: Family, product: string, palette: PaletteName) =>
    get<Legend>(`/${family}/legend/${product}.json`, { palette }),
  radarPoint: (product: string, lat: number, lon: number, ts: string) =>
    get<PointValue>('/radar/point', { product, lat, lon, ts }),
  satellitePoint: (product: string, lat: number, lon: number, ts: string) =>
    get<SatellitePoint>('/satellite/point', { product, lat, lon, ts }),
  hrrrPoint: (variable: string, lat: number, lon: number, ts: string, valid: string) =>
    get<PointValue>('/hrrr/point', { variable, lat, lon, ts, valid }),
  sweepPoint: (site: string, product: string, query: Record<string, string | number | undefined>) =>
    get<SweepPoint>(`/nexrad/${site}/${product}/point`, query),
  health: () => get<Health>('/meta/health'),
};
