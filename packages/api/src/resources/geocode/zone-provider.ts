import type { Clock } from '@severe/base';
import type { Point } from '@severe/geo';
import type { Limiter } from '@severe/platform';
import { fetchOnDemand, type OnDemand } from '../../shared/on-demand.ts';

/** Fetches and stores the forecast zone that contains a place. @returns its code; null if none does */
export type FetchZone = (place: Point) => Promise<string | null>;

/** Wraps the provider, as `fetchOnDemand`; a service without a provider knows no other zones than the stored ones. */
export function createZoneProvider(
  fetch: FetchZone | undefined,
  options: { limiter: Pick<Limiter, 'take'>; clock: Clock; simulated: boolean },
): OnDemand<FetchZone> {
  if (!fetch) return async () => null;
  return fetchOnDemand('zones', fetch, ({ lat, lon }) => `${lat},${lon}`, options);
}
