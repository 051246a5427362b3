/** What the page knows of the service: the few answers it reads, and nothing else of it. */

export interface PaletteStop {
  value: number;
  color: string;
}

export interface RadarProduct {
  id: string;
  name: string;
  units: string | null;
  palette: PaletteStop[];
}

export interface RadarFrames {
  frames: string[];
  tiles: string;
}

export interface PointValue {
  value: number | null;
  units: string | null;
  status: 'ok' | 'below_threshold' | 'no_data' | 'outside';
}

export interface HrrrVariable {
  id: string;
  label: string;
  units: string;
  palette: PaletteStop[];
  latest_run: string | null;
  hours: number[];
  tiles: string;
}

export interface HrrrPoint {
  times: string[];
  variables: Record<string, (number | null)[]>;
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

async function get<T>(path: string): Promise<T> {
  const response = await fetch(`/api/v1${path}`, { signal: AbortSignal.timeout(15_000) });
  if (!response.ok) throw new AnswerError(response.status);
  return (await response.json()) as T;
}

export const service = {
  radarProducts: () => get<{ products: RadarProduct[] }>('/radar/products'),
  radarFrames: (product: string, minutes: number) =>
    get<RadarFrames>(`/radar/frames?product=${product}&minutes=${minutes}&interval=2`),
  radarPoint: (product: string, lat: number, lon: number, ts: string) =>
    get<PointValue>(`/radar/point?product=${product}&lat=${lat}&lon=${lon}&ts=${ts}`),
  hrrrVariables: () => get<{ variables: HrrrVariable[] }>('/hrrr/variables'),
  hrrrPoint: (lat: number, lon: number) => get<HrrrPoint>(`/models/hrrr/point?lat=${lat}&lon=${lon}&hours=18`),
  health: () => get<Health>('/meta/health'),
};
