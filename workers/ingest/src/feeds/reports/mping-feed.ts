import { emptyReport, type Feed } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { storeReports } from './store-reports.ts';
import { expectBody, type Payload } from '../../parse/payload.ts';

const reports = 'https://mping.ou.edu/mping/api/v2/reports';

/** Maximum size. A page has some hundred reports. */
const maxPageBytes = 8 << 20;
/** Maximum number of pages. More exist only on days of widespread snow. */
const maxPages = 20;

/** Maximum range at start and after an outage. */
const maxRangeMs = 12 * 3_600_000;
/** Overlap with the previous run, because reports can be late. */
const overlapMs = 3_600_000;

/** Creates the feed of reports of the mPING app, for operators with a key and an agreement. */
export function createMping(): Feed {
  let requestedAt = -Infinity;

  return {
    id: 'mping-reports',
    source: 'reports',
    about: 'Reports of hail, wind, tornadoes and floods from the public, by mPING; only with MPING_KEY',
    everySeconds: 300,
    startDelaySeconds: 20,
    isEnabled: ({ mpingKey }) => mpingKey !== '',
    async run(context) {
      const { fetcher, settings, clock } = context;
      const report = { ...emptyReport(), isResponseValid: true };
      const now = clock().getTime();
      const back = new Date(Math.max(requestedAt - overlapMs, now - maxRangeMs));
      const since = back.toISOString().slice(0, 19).replace('T', ' '); // the server does not accept RFC 3339
      let query: string | undefined = `?${new URLSearchParams({ obtime_gte: since }).toString()}`;
      for (let page = 0; query !== undefined && page < maxPages; page++) {
        const text: Payload | undefined = await fetcher.text(reports + query, {
          authorization: `Token ${settings.mpingKey}`,
          maxBytes: maxPageBytes,
        });
        const read = await parseInThread('mping', expectBody(text, 'a page of reports'));
        await storeReports(context, read, report);
        query = nextQuery(read.next);
      }
      requestedAt = now;
      return report;
    },
  };
}

/** The query of the next page. The host is not followed, so that the key is not sent elsewhere. */
function nextQuery(next: string | null): string | undefined {
  return next !== null && URL.canParse(next) ? new URL(next).search : undefined;
}
