import { dayMs } from '@severe/async';
import { DataError } from '@severe/base';
import type { DamageTrack } from '@severe/db';
import { announce } from '../../announce.ts';
import { emptyReport, type Feed, type FeedContext } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import type { Refused } from '../../parse/parsed.ts';
import type { DamageTrackRow } from './row.ts';
import { surveyStatements } from './statements.ts';
import { createEmptyListCheck } from '../shared/empty-list-check.ts';
import { issueToleranceMs, refuseFuture } from '../shared/is-future.ts';
import { expectBody } from '../../parse/payload.ts';

/** The layer of tracks. A page has at most 2,000. */
const layer =
  'https://services.dat.noaa.gov/arcgis/rest/services/nws_damageassessmenttoolkit/DamageViewer/FeatureServer/1/query';
const pageSize = 2000;
const maxPages = 50;
const maxPageBytes = 64 << 20;

/** Tracks appear days after a storm and are corrected for weeks. */
const correctedDays = 60;
/** Maximum range of the API. It is fetched once, while the table is empty. */
const allDays = 3650;

/** Creates the feed of surveyed tornado tracks, from the Damage Assessment Toolkit. */
export function createDatTracks(): Feed {
  const checkEmptyList = createEmptyListCheck();

  return {
    id: 'dat-tracks',
    source: 'damage_tracks',
    about: 'Surveyed tornado tracks, from the Damage Assessment Toolkit of the National Weather Service',
    everySeconds: 21_600, // retries within hours, and finds changes of a day
    startDelaySeconds: 60,
    otherForms: [surveyStatements],
    async run(context) {
      const { db, clock } = context;
      const now = clock();
      const days = (await db.damageTracks.countListed()) === 0 ? allDays : correctedDays;
      const since = new Date(now.getTime() - days * dayMs);
      const { rows, refused } = refuseFuture(
        await fetchTracks(context, since, now),
        clock,
        dateOf,
        nameOf,
        issueToleranceMs,
      );
      const tracks = rows.flatMap(asTrack);
      const isEmpty = rows.length === 0 && refused.length === 0;
      await checkEmptyList('damage tracks', isEmpty, () => db.damageTracks.countListed(since));
      // Also a repeated empty list is more likely a fault of the provider, so it removes nothing.
      const whole = refused.length === 0 && tracks.length > 0;
      const stored = await db.damageTracks.store(tracks, whole ? since : undefined);
      const changed = stored.updated.length + stored.removed;
      if (stored.new.length + changed > 0) {
        await announce(context, { source: 'damage_tracks', new: stored.new, updated: stored.updated });
      }
      await db.sourceRuns.recordData('damage_tracks', now);
      const unchanged = tracks.length - stored.new.length - stored.updated.length;
      return { ...emptyReport(), new: stored.new.length, changed, unchanged, refused, isResponseValid: true };
    },
  };
}

const dateOf = ({ eventDate }: DamageTrackRow): Date => new Date(eventDate);
const nameOf = ({ sourceId }: DamageTrackRow): string => `object ${sourceId}`;

/**
 * Fetches all pages of a time range, or none: a partial list must not end tracks.
 *
 * @throws {DataError} the pages do not end, or one announces another and brings nothing new
 */
async function fetchTracks({ fetcher }: FeedContext, from: Date, to: Date) {
  const rows: DamageTrackRow[] = [];
  const refused: Refused[] = [];
  const known = new Set<unknown>();
  for (let page = 0; page < maxPages; page++) {
    const url = `${layer}?${queryOf(from, to, page * pageSize)}`;
    const text = await fetcher.text(url, { maxBytes: maxPageBytes, timeoutMs: 60_000 });
    const parsed = await parseInThread('damageTracks', expectBody(text, 'a page of tracks'));
    if (parsed.more && parsed.rows.every(({ sourceId }) => known.has(sourceId))) {
      throw new DataError('form', `page ${page + 1} of tracks announces another page and has no new track`);
    }
    for (const row of parsed.rows) {
      known.add(row.sourceId);
      if (Number.isSafeInteger(row.sourceId)) rows.push(row);
      else refused.push({ what: `object ${row.sourceId}`, why: 'expected a whole number as objectid' });
    }
    refused.push(...parsed.refused);
    if (!parsed.more) return { rows, refused };
  }
  throw new DataError('form', `more than ${maxPages} pages of tracks`);
}

function queryOf(from: Date, to: Date, offset: number): string {
  return new URLSearchParams({
    where: `stormdate BETWEEN timestamp '${sqlTime(from)}' AND timestamp '${sqlTime(to)}'`,
    outFields: '*',
    outSR: '4326',
    orderByFields: 'objectid',
    resultOffset: String(offset),
    resultRecordCount: String(pageSize),
    f: 'geojson',
  }).toString();
}

/** `2026-05-20 22:18:00`: the only time format that the server accepts. */
function sqlTime(at: Date): string {
  return at.toISOString().slice(0, 19).replace('T', ' ');
}

function asTrack({ sourceId, line, ...content }: DamageTrackRow): DamageTrack[] {
  return sourceId === null || line === null ? [] : [{ sourceId, line, ...content }];
}
