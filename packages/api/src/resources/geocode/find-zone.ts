import type { Clock } from '@severe/base';
import type { Point } from '@severe/geo';
import type { Limiter } from '@severe/platform';
import type { ApiContext } from '../../context.ts';
import { fetchOnDemand } from '../../shared/on-demand.ts';
import { availableOr } from '../../situation/gather.ts';

/** Fetches and stores the forecast zone that contains a place. @returns its code; null if none does */
export type FetchZone = (place: Point) => Promise<string | null>;

/** Longest time that a request waits for the provider. The fetch goes on for the next request. */
const patienceMs = 3000;

/** Wraps the provider, as `fetchOnDemand`; a service without a provider knows no other zones than the stored ones. */
export function createZoneProvider(
  fetch: FetchZone | undefined,
  options: { limiter: Pick<Limiter, 'take'>; clock: Clock; simulated: boolean },
): FetchZone {
  if (!fetch) return async () => null;
  return fetchOnDemand('zones', fetch, ({ lat, lon }) => `${lat},${lon}`, options);
}

/**
 * The forecast zone of a place whose zone is not stored, from the provider.
 *
 * @returns null if no zone contains it; undefined if the provider does not answer in time
 */
export async function fetchedZone(place: Point, { zoneProvider }: ApiContext): Promise<string | null | undefined> {
  const found = availableOr(undefined, () => zoneProvider(place));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, patienceMs, undefined)));
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}
