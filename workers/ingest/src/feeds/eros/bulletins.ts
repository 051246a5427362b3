import { emptyReport, type FeedReport, type OtherForm } from '../../feed.ts';
import { holdsBulletins } from '../../parse/saved-bulletins.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { storeIssuances } from '../outlooks/bulletins.ts';

/** Excessive rainfall outlooks in the texts of the Weather Prediction Center. */
export const eroBulletins: OtherForm = {
  about: 'bulletins RBG94E, RBG98E and RBG99E',
  matches: holdsBulletins,
  async store(context, texts) {
    const parsed = await parseInThread('eroBulletins', texts, context.clock());
    const report: FeedReport = { ...emptyReport(), isResponseValid: true };
    await storeIssuances(context, { source: 'eros', tableOf: (db) => db.eros }, parsed, report);
    return report;
  },
};
