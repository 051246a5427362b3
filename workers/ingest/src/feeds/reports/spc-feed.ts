import { hourMs } from '@severe/async';
import { DataError, formatStamp } from '@severe/base';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { storeReports } from './store-reports.ts';

const folder = 'https://www.spc.noaa.gov/climo/reports';
const maxTableBytes = 16 << 20;

/** Creates the feed of the SPC tables of the last two days, for reports that the other feeds have missed. */
export function createSpcReports(): Feed {
  async function storeDay(context: FeedContext, day: Date, report: FeedReport): Promise<void> {
    const url = `${folder}/${formatStamp(day).slice(2, 8)}_rpts.csv`;
    try {
      const response = await context.fetcher.changedText(url, { maxBytes: maxTableBytes });
      if (!response) return;
      await storeReports(context, await parseInThread('spcReports', response.text, day), report);
      response.markStored();
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      if (error.code !== 'gone') report.refused.push({ what: url, why: error.message, code: error.code }); // the table of a new day does not exist yet
    }
  }

  return {
    id: 'spc-reports',
    source: 'reports',
    about: 'Tables of storm reports, from the Storm Prediction Center',
    everySeconds: 300,
    startDelaySeconds: 9,
    async run(context) {
      const report = emptyReport();
      const now = context.clock().getTime();
      // A day runs from 12 to 12 UTC and is named by its first date.
      for (const hours of [36, 12]) await storeDay(context, new Date(now - hours * hourMs), report);
      return report;
    },
  };
}
