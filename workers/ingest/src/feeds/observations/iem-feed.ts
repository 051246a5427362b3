import { parseInThread } from '../../thread/parse-in-thread.ts';
import { emptyReport, type Feed } from '../../feed.ts';
import { storeObservations } from './store-observations.ts';

/** The server rejects URLs with other parameters. */
const currents = 'https://mesonet.agron.iastate.edu/api/1/currents.geojson?networkclass=ASOS&country=US';

const maxListBytes = 64 << 20;

/** Maximum age. The list keeps silent stations for ten days. */
const currentMs = 6 * 3_600_000;

/** The latest airport observations, from the Iowa Environmental Mesonet. */
export const iemCurrents: Feed = {
  id: 'iem-currents',
  source: 'observations',
  about: 'Latest airport observations, from the Iowa Environmental Mesonet',
  everySeconds: 300,
  startDelaySeconds: 60, // after the counties, which assign a state to each station
  async run(context) {
    const report = { ...emptyReport(), isResponseValid: true };
    const response = await context.fetcher.changedText(currents, {
      accept: 'application/geo+json',
      maxBytes: maxListBytes,
      timeoutMs: 60_000,
    });
    if (!response) return report;
    const parsed = await parseInThread('iemObservations', response.text);
    const from = context.clock().getTime() - currentMs;
    await storeObservations(
      context,
      { ...parsed, rows: parsed.rows.filter(({ at }) => at.getTime() >= from) },
      report,
      'second',
    );
    response.markStored();
    return report;
  },
};
