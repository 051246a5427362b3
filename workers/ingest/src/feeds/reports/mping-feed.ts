import { emptyReport, type Feed } from '../../feed.ts';
import { parseMping } from './parse-mping.ts';
import { takeReports } from './take.ts';
import { expectBody } from '../../parse/payload.ts';

const reports = 'https://mping.ou.edu/mping/api/v2/reports';

/** A page has some hundred reports. */
const largestPage = 8 << 20;
/** On a day of snow everywhere there are more, and the rest is not about storms. */
const mostPages = 20;

/** The first run fills in half a day, and the first after an outage as much at most. */
const mostBackMs = 12 * 3_600_000;
/** Reports come late: each run looks back so far behind the last good one. */
const againMs = 3_600_000;

/** What people report by the mPING app; for operators who have a key and an agreement. */
export function createMping(): Feed {
  let askedAt = -Infinity;

  return {
    id: 'mping-reports',
    source: 'reports',
    about: 'Hail, wind, tornadoes and floods as the public reports them by mPING; only with MPING_KEY',
    everySeconds: 300,
    startDelaySeconds: 20,
    only: 'live',
    isEnabled: ({ mpingKey }) => mpingKey !== '',
    async run(context) {
      const { fetcher, settings, clock } = context;
      const report = { ...emptyReport(), sound: true };
      const now = clock().getTime();
      const back = new Date(Math.max(askedAt - againMs, now - mostBackMs));
      const since = back.toISOString().slice(0, 19).replace('T', ' '); // a time in the form of RFC 3339 matches nothing there
      let query: string | undefined = `?${new URLSearchParams({ obtime_gte: since }).toString()}`;
      for (let page = 0; query !== undefined && page < mostPages; page++) {
        const text: string | undefined = await fetcher.text(reports + query, {
          authorization: `Token ${settings.mpingKey}`,
          maxBytes: largestPage,
        });
        const read = parseMping(expectBody(text, 'a page of reports'));
        await takeReports(context, read, report);
        query = nextQuery(read.next);
      }
      askedAt = now;
      return report;
    },
  };
}

/** Of the next page only its query is believed: the key goes nowhere else. */
function nextQuery(next: string | null): string | undefined {
  return next !== null && URL.canParse(next) ? new URL(next).search : undefined;
}
