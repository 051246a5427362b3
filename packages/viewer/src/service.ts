import { ApiError, createClient, type Gets, type Result, type Schemas } from '@severe/client';
import { FirstRequests } from './first-requests.ts';

export type { Schemas } from '@severe/client';

let cache: RequestCache = 'default';

/** Whether responses in the cache of the browser are revalidated: after an event they can be old before they expire. */
export function revalidate(isNeeded: boolean): void {
  cache = isNeeded ? 'no-cache' : 'default';
}

/** Shares responses while the page of the map loads; other pages do not begin it. */
export const firstRequests = new FirstRequests((request) =>
  fetch(request, { cache, signal: AbortSignal.timeout(15_000) }),
);

/** The client of the service that the page came from. The browser caches and revalidates responses. */
export const client = createClient({ retries: 0, fetch: (request) => firstRequests.send(request) });

/** The data of a response. @throws {ApiError} for an error response */
export async function dataOf<T>(result: Promise<Result<T>>): Promise<T> {
  const { data, error } = await result;
  if (error) throw new ApiError(error);
  return data;
}

export type ModelId = 'hrrr' | 'rrfs';
export type Family = 'radar' | 'satellite' | 'nexrad' | ModelId;
export type RadarProduct = Schemas['RadarProducts']['products'][number];
export type SatelliteProduct = Schemas['SatelliteProducts']['products'][number];
export type SweepProduct = Schemas['NexradProducts']['products'][number];
export type ModelVariable = Schemas['ModelVariables']['variables'][number];
export type Site = Schemas['NexradSites']['sites'][number];
export type PaletteName = Schemas['Legend']['palette'];
/** The part of `/meta/health` that the page shows. */
export type SourceHealth = Pick<Schemas['SourceHealth'], 'status' | 'age_seconds'> &
  Partial<Pick<Schemas['SourceHealth'], 'expected_seconds' | 'records_since'>>;
export interface Health extends Pick<Schemas['Health'], 'simulated' | 'replay' | 'time'> {
  sources: Record<string, SourceHealth>;
}

type Params<P extends keyof Gets> = Gets[P]['params'];
/** The lists of products have ids as plain text; parameters of points enumerate them. */
export type RadarId = NonNullable<Params<'/radar/point'>['product']>;
export type NowcastId = NonNullable<Params<'/nowcast/point'>['product']>;
export type SatelliteId = NonNullable<Params<'/satellite/point'>['product']>;
export type VariableId = NonNullable<Params<'/hrrr/point'>['variable']>;
/** Parameters that select a sweep of a single radar, beside its time. */
export type SweepQuery = Pick<Params<'/nexrad/{site}/{product}/point'>, 'tilt' | 'sm_dir' | 'sm_kt'>;

/** The standard palette is the default, and left out of URLs: there is one URL for each image. */
export function paletteParam(palette: PaletteName): PaletteName | undefined {
  return palette === 'standard' ? undefined : palette;
}
