import { emptyReport, type Feed } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { storeReports } from './store-reports.ts';

/** Reports can be hours late. The range covers an outage of half a day. */
const url = 'https://mesonet.agron.iastate.edu/geojson/lsr.geojson?hours=12';

/** Maximum size. On the worst days there are 2,000 reports of 1 kB. */
const maxListBytes = 32 << 20;

/** Creates the feed of local storm reports of the forecast offices. A bulletin from a file can replace the list. */
export function createLocalReports(): Feed {
  return {
    id: 'local-reports',
    source: 'reports',
    about: 'Local storm reports, as the Iowa Environmental Mesonet collects them',
    everySeconds: 60,
    startDelaySeconds: 5,
    async run(context) {
      const report = { ...emptyReport(), isResponseValid: true };
      const response = await context.fetcher.changedText(url, {
        accept: 'application/geo+json',
        maxBytes: maxListBytes,
      });
      if (response) {
        await storeReports(context, await parseInThread('localReports', response.text, context.clock()), report);
        response.markStored();
      }
      await context.db.sourceRuns.recordData('reports', context.clock());
      return report;
    },
  };
}
