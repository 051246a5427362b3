import type { DataOrigin, NewObservation } from '@severe/db';
import { announce } from '../../announce.ts';
import { addIgnored, type FeedContext, type FeedReport } from '../../feed.ts';
import type { Parsed } from '../../parse/parsed.ts';
import type { ObservationRow } from './row.ts';
import { isFuture } from '../shared/is-future.ts';
import { storeInBatches } from '../shared/store-in-batches.ts';

/** Rows per transaction. */
const batchSize = 250;

/** Stores observations and announces changes. */
export async function storeObservations(
  context: FeedContext,
  { rows, refused, ignored }: Parsed<ObservationRow>,
  report: FeedReport,
  from: DataOrigin = 'service',
): Promise<void> {
  const { db, clock } = context;
  report.refused.push(...refused);
  addIgnored(report, ignored);
  const valid = rows.filter(({ at }) => !isFuture(at, clock));
  for (const { station, at } of rows.filter((row) => isFuture(row.at, clock))) {
    report.refused.push({ what: station, why: `expected a time in the past, got ${at.toISOString()}` });
  }
  let unplaced = 0;
  const store = async (batch: ObservationRow[]) => {
    const stored = await db.observations.store(batch.map(storable));
    unplaced += stored.unplaced;
    return stored;
  };
  if (await storeInBatches(valid, batchSize, store, report)) await announce(context, { source: 'observations' });
  report.unchanged -= unplaced;
  addIgnored(report, { 'station without a known position': unplaced });
  if (valid.length > 0) {
    const newest = new Date(Math.max(...valid.map(({ at }) => at.getTime())));
    await db.sourceRuns.recordData('observations', newest, from);
  }
}

/** Removes the METAR, which is not stored. */
function storable(row: ObservationRow): NewObservation {
  const { raw: _raw, ...observation } = row;
  return observation;
}
