import type { Database, ZoneKind } from '@severe/db';
import type { Point } from '@severe/geo';
import type { FeedContext } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';

const zonesUrl = 'https://api.weather.gov/zones';
const accept = 'application/geo+json';

/**
 * Fetches and stores a zone with its shape.
 *
 * @returns whether the provider knows the zone
 * @throws {DataError} if the answer cannot be used
 */
export async function fetchZone(
  { fetcher, db }: Pick<FeedContext, 'fetcher'> & { db: Pick<Database, 'zones'> },
  kind: ZoneKind,
  ugc: string,
): Promise<boolean> {
  const text = await fetcher.text(`${zonesUrl}/${kind}/${ugc}`, { accept });
  if (text === undefined) return false;
  await db.zones.put([await parseInThread('zone', text, kind, ugc)]);
  return true;
}

/**
 * The forecast zone that contains a place, from the provider. Its shape is stored, so that the next place in it needs no
 * request. Zones of a simulated world are not stored, because the real world reads the same table.
 *
 * @returns null if no zone contains the place
 * @throws {DataError} if an answer cannot be used
 */
export async function fetchZoneAt(
  context: Pick<FeedContext, 'fetcher'> & { db: Pick<Database, 'zones'>; simulated: boolean },
  { lat, lon }: Point,
): Promise<string | null> {
  const { fetcher, db, simulated } = context;
  const text = await fetcher.text(`${zonesUrl}?type=forecast&point=${lat.toFixed(4)},${lon.toFixed(4)}`, { accept });
  const [ugc] = text === undefined ? [] : await parseInThread('zoneCodes', text);
  if (ugc === undefined) return null;
  if (!simulated && (await db.zones.missing([`forecast/${ugc}`])).length > 0) await fetchZone(context, 'forecast', ugc);
  return ugc;
}
