import type { Point } from '@severe/geo';
import type { ApiContext } from '../../context.ts';
import { availableOr } from '../../situation/gather.ts';

/** Longest time that a request waits for the provider. The fetch goes on for the next request. */
const patienceMs = 3000;

/**
 * The forecast zone of a place whose zone is not stored, from the provider.
 *
 * @param client takes the turn at the provider
 * @returns null if no zone contains it; undefined if the provider does not answer in time
 */
export async function fetchedZone(
  place: Point,
  client: string,
  { zoneProvider }: ApiContext,
): Promise<string | null | undefined> {
  const found = availableOr(undefined, () => zoneProvider(client, place));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, patienceMs, undefined)));
  return Promise.race([found, late]).finally(() => clearTimeout(timer));
}
