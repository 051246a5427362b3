import { DataError, formatTime } from '@severe/base';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import type { ChangedText } from '../../fetch/fetcher.ts';
import { dueHours } from './due-hours.ts';
import { igraSoundings } from './igra.ts';
import { storeSoundings } from './store-soundings.ts';

const raob = 'https://mesonet.agron.iastate.edu/json/raob.py';

/** Maximum size. An hour has a hundred soundings of some hundred levels, at most thousands. */
const maxHourBytes = 64 << 20;

/** Creates the feed of the soundings of all stations, one hour per request. */
export function createIemSoundings(): Feed {
  const requestedAt = new Map<number, number>();
  return {
    id: 'iem-soundings',
    source: 'soundings',
    about: 'Soundings of all stations, an hour at a time, from the Iowa Environmental Mesonet',
    everySeconds: 300,
    otherForms: [igraSoundings],
    async run(context) {
      const now = context.clock();
      const report = emptyReport();
      const [hour, ...others] = dueHours(now, requestedAt);
      if (!hour) return report;
      const url = `${raob}?ts=${formatTime(hour)}`;
      try {
        const response = await context.fetcher.changedText(url, { maxBytes: maxHourBytes });
        if (response) await storeHour(context, response, report);
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
        report.refused.push({ what: url, why: error.message }); // an unreadable hour does not block the others
      }
      requestedAt.set(hour.getTime(), now.getTime());
      return { ...report, more: others.length > 0 };
    },
  };
}

async function storeHour(context: FeedContext, response: ChangedText, report: FeedReport): Promise<void> {
  const { rows, refused } = await parseInThread('iemSoundings', response.text);
  await storeSoundings(context, rows, report);
  report.refused.push(...refused);
  report.isResponseValid = rows.length > 0;
  response.markStored();
}
