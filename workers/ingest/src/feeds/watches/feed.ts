import type { ListedWatch } from '@severe/db';
import { announce } from '../../announce.ts';
import { emptyReport, type Feed } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { watchBulletins } from './bulletins.ts';
import { nameOfWatch, type WatchRow } from './row.ts';
import { createEmptyListCheck } from '../shared/empty-list-check.ts';
import { issueToleranceMs, refuseFuture } from '../shared/is-future.ts';
import { rejectUnreadable } from '../../parse/parsed.ts';

const watchesInForce = 'https://mesonet.agron.iastate.edu/json/spcwatch.py';

/** Creates the feed of the watches in force, from the Iowa Environmental Mesonet. */
export function createSpcWatches(): Feed {
  const checkEmptyList = createEmptyListCheck();

  return {
    id: 'spc-watches',
    source: 'watches',
    about: 'Tornado and severe thunderstorm watches, from the Iowa Environmental Mesonet',
    everySeconds: 300,
    startDelaySeconds: 6,
    otherForms: [watchBulletins],
    async run(context) {
      const { fetcher, db, clock } = context;
      const report = { ...emptyReport(), isResponseValid: true };
      const response = await fetcher.changedText(watchesInForce, { accept: 'application/json', maxBytes: 16 << 20 });
      const parsed = response && (await parseInThread('watches', response.text));
      const list = parsed && refuseFuture(parsed, clock, ({ issuedAt }) => issuedAt, nameOfWatch, issueToleranceMs);
      if (list) {
        rejectUnreadable(list, 'watches');
        await checkEmptyList('watches in force', list.rows.length === 0, () => db.watches.countActive(clock()));
      }
      const watches = list?.rows.map(listedOf) ?? [];
      const change = await db.watches.store(watches, list?.refused.length === 0);
      response?.markStored();
      report.new = change.new.length;
      report.changed = change.updated.length + change.ended.length;
      report.refused = list?.refused ?? [];
      if (report.new + report.changed > 0) await announce(context, { source: 'watches', ...change });
      await db.sourceRuns.recordData('watches', clock());
      return report;
    },
  };
}

/** In this list every watch has an end. */
function listedOf(watch: WatchRow): ListedWatch {
  const { year, number, type, pds, maxHailIn, maxWindKt, issuedAt, expiresAt, url, area } = watch;
  return { year, number, type, pds, maxHailIn, maxWindKt, issuedAt, expiresAt: expiresAt!, url, area };
}
