import { DataError } from '@severe/base';
import { emptyReport, type Feed } from '../../feed.ts';
import { parseMping } from './parse-mping.ts';
import { takeReports } from './take.ts';

const reports = 'https://mping.ou.edu/mping/api/v2/reports';

/** A page has some hundred reports. */
const largestPage = 8 << 20;
/** On a day of snow everywhere there are more, and the rest is not about storms. */
const mostPages = 20;

const hourMs = 3_600_000;
/** The first run fills in half a day; those after it what may have come late. */
const firstHours = 12;
const laterHours = 1;

/** What people report by the mPING app; for operators who have a key and an agreement. */
export function createMping(): Feed {
  let hours = firstHours;

  return {
    id: 'mping-reports',
    source: 'reports',
    about: 'Hail, wind, tornadoes and floods as the public reports them by mPING; only with MPING_KEY',
    everySeconds: 300,
    standsBackSeconds: 20,
    only: 'live',
    wanted: ({ mpingKey }) => mpingKey !== '',
    async run(context) {
      const { fetcher, settings, clock } = context;
      const report = { ...emptyReport(), sound: true };
      // A time in the form of RFC 3339 matches nothing there.
      const since = new Date(clock().getTime() - hours * hourMs).toISOString().slice(0, 19).replace('T', ' ');
      let query: string | undefined = `?${new URLSearchParams({ obtime_gte: since }).toString()}`;
      for (let page = 0; query !== undefined && page < mostPages; page++) {
        const text: string | undefined = await fetcher.text(reports + query, {
          authorization: `Token ${settings.mpingKey}`,
          maxBytes: largestPage,
        });
        if (text === undefined) throw new DataError('gone', 'the provider answers 404 where something always is');
        const read = parseMping(text);
        await takeReports(context, read, report);
        query = nextQuery(read.next);
      }
      hours = laterHours;
      return report;
    },
  };
}

/** Of the next page only its query is believed: the key goes nowhere else. */
function nextQuery(next: string | null): string | undefined {
  return next !== null && URL.canParse(next) ? new URL(next).search : undefined;
}
