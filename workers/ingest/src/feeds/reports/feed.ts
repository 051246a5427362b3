import { emptyReport, type Feed } from '../../feed.ts';
import { isBulletin } from '../../parse/bulletin.ts';
import { parseIemReports } from './parse-iem.ts';
import { parseLsr } from './parse-lsr.ts';
import { takeReports } from './take.ts';

/** Offices report what happened hours ago, too; an outage of half a day is filled in. */
const url = 'https://mesonet.agron.iastate.edu/geojson/lsr.geojson?hours=12';

/** On the worst day there are some two thousand, of a kilobyte each. */
const largestList = 32 << 20;

/** Local storm reports as the offices of the weather service send them; a bulletin of theirs may stand for the list. */
export function createLocalReports(): Feed {
  return {
    id: 'local-reports',
    source: 'reports',
    about: 'Local storm reports, as the Iowa Environmental Mesonet collects them',
    everySeconds: 60,
    startDelaySeconds: 5,
    async run(context) {
      const report = { ...emptyReport(), sound: true };
      const answer = await context.fetcher.changedText(url, { accept: 'application/geo+json', maxBytes: largestList });
      if (answer) {
        const { text } = answer;
        await takeReports(context, isBulletin(text) ? parseLsr(text, context.clock()) : parseIemReports(text), report);
        answer.markStored();
      }
      await context.db.sourceRuns.recordData('reports', context.clock());
      return report;
    },
  };
}
