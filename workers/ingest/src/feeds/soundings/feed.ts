import { DataError, formatTime } from '@severe/base';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import type { ChangedText } from '../../fetch/fetcher.ts';
import { dueHours } from './due-hours.ts';
import { takeSoundings } from './take.ts';

const raob = 'https://mesonet.agron.iastate.edu/json/raob.py';

/** A hundred soundings of some hundred levels; of thousands, should they come. */
const largestHour = 64 << 20;

/** The soundings of all stations, a synoptic hour in each request. */
export function createIemSoundings(): Feed {
  const askedAt = new Map<number, number>();
  return {
    id: 'iem-soundings',
    source: 'soundings',
    about: 'Soundings of all stations, an hour at a time, from the Iowa Environmental Mesonet',
    everySeconds: 300,
    async run(context) {
      const now = context.clock();
      const report = emptyReport();
      const [hour, ...others] = dueHours(now, askedAt);
      if (!hour) return report;
      const url = `${raob}?ts=${formatTime(hour)}`;
      try {
        const answer = await context.fetcher.changedText(url, { maxBytes: largestHour });
        if (answer) await takeHour(context, answer, report);
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
        report.refused.push({ what: url, why: error.message }); // an hour that cannot be read keeps no other back
      }
      askedAt.set(hour.getTime(), now.getTime());
      return { ...report, more: others.length > 0 };
    },
  };
}

async function takeHour(context: FeedContext, answer: ChangedText, report: FeedReport): Promise<void> {
  const { rows, refused } = await parseInThread('iemSoundings', answer.text);
  await takeSoundings(context, rows, report);
  report.refused.push(...refused);
  report.sound = rows.length > 0;
  answer.markStored();
}
