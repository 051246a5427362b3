import { hourMs } from '@severe/async';
import { DataError, formatStamp } from '@severe/base';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { parseSpcReports } from './parse-spc.ts';
import { takeReports } from './take.ts';

const folder = 'https://www.spc.noaa.gov/climo/reports';
const largestTable = 16 << 20;

/** The tables of the Storm Prediction Center of the last two days: what the local reports did not bring. */
export function createSpcReports(): Feed {
  async function takeDay(context: FeedContext, day: Date, report: FeedReport): Promise<void> {
    const url = `${folder}/${formatStamp(day).slice(2, 8)}_rpts.csv`;
    try {
      const answer = await context.fetcher.changedText(url, { maxBytes: largestTable });
      if (!answer) return;
      await takeReports(context, parseSpcReports(answer.text, day), report);
      answer.markStored();
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      if (error.code !== 'gone') report.refused.push({ what: url, why: error.message }); // a day begins without a table
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
      // A day runs from 12 to 12 UTC, and has the date on which it begins.
      for (const hours of [36, 12]) await takeDay(context, new Date(now - hours * hourMs), report);
      return report;
    },
  };
}
