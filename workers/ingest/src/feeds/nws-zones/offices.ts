import { announce } from '../../announce.ts';
import { emptyReport, type Feed } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';

/** All counties without shapes, 3 MB. */
const counties = 'https://api.weather.gov/zones?type=county';
const maxListBytes = 64 << 20;

/** Forecast offices of counties, which the bundled shapes do not have. */
export const zoneOffices: Feed = {
  id: 'nws-zone-offices',
  source: 'alerts',
  about: 'Forecast offices of counties, once, from the API of the National Weather Service',
  everySeconds: 600,
  startDelaySeconds: 40, // after the counties
  async run(context) {
    const { db, fetcher } = context;
    const report = { ...emptyReport(), isResponseValid: true };
    if (await db.zones.hasOffices()) return report;
    const text = await fetcher.text(counties, { accept: 'application/geo+json', maxBytes: maxListBytes });
    if (text === undefined) return report;
    const { rows, refused } = await parseInThread('zoneOffices', text);
    report.refused.push(...refused);
    report.changed = await db.zones.assignOffices(rows);
    if (report.changed > 0) await announce(context, { source: 'alerts' });
    return report;
  },
};
