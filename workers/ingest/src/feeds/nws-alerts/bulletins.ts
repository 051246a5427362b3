import type { AlertChange } from '@severe/db';
import { emptyReport, type FeedReport, type OtherForm } from '../../feed.ts';
import { holdsBulletins } from '../../parse/saved-bulletins.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { announceChanges, storeEvents } from './store-events.ts';

/** Alerts in text products, each of which updates or ends the events of earlier ones. */
export const alertBulletins: OtherForm = {
  about: 'bulletins of warnings, watches, advisories and statements',
  matches: holdsBulletins,
  async store(context, texts) {
    const { rows: bulletins, refused } = await parseInThread('alertBulletins', texts, context.clock());
    const report: FeedReport = { ...emptyReport(), refused, isResponseValid: true };
    const changes: AlertChange[] = [];
    for (const events of bulletins) changes.push(await storeEvents(context, events, report));
    await announceChanges(context, changes);
    return report;
  },
};
