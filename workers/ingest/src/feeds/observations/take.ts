import type { NewObservation } from '@severe/db';
import { announce } from '../../announce.ts';
import type { FeedContext, FeedReport } from '../../feed.ts';
import type { Parsed } from '../../parse/parsed.ts';
import type { ObservationRow } from './row.ts';

/** So many in one transaction: the embedded database has no time for anybody else while one lasts. */
const atOnce = 250;

/** A clock that runs ahead of ours by more than this is wrong. */
const aheadMs = 15 * 60_000;

/** Stores what a payload tells, and says so. */
export async function takeObservations(
  context: FeedContext,
  { rows, refused }: Parsed<ObservationRow>,
  report: FeedReport,
): Promise<void> {
  const { db, clock } = context;
  report.refused.push(...refused);
  const latest = clock().getTime() + aheadMs;
  const [sound, early] = [
    rows.filter(({ at }) => at.getTime() <= latest),
    rows.filter(({ at }) => at.getTime() > latest),
  ];
  for (const { station, at } of early) {
    report.refused.push({ what: station, why: `expected a time that has come, got ${at.toISOString()}` });
  }
  let [inserted, changed] = [0, 0];
  for (let i = 0; i < sound.length; i += atOnce) {
    const stored = await db.observations.take(sound.slice(i, i + atOnce).map(storable));
    inserted += stored.new;
    changed += stored.changed;
  }
  report.new += inserted;
  report.changed += changed;
  report.unchanged += sound.length - inserted - changed;
  if (inserted + changed > 0) await announce(context, { source: 'observations' });
  if (sound.length > 0) {
    await db.sourceRuns.recordData('observations', new Date(Math.max(...sound.map(({ at }) => at.getTime()))));
  }
}

/** The METAR itself is not kept. */
function storable(row: ObservationRow): NewObservation {
  const { raw: _raw, ...told } = row;
  return told;
}
