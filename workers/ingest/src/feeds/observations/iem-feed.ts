import { parseInThread } from '../../thread/parse-in-thread.ts';
import { emptyReport, type Feed } from '../../feed.ts';
import { takeObservations } from './take.ts';

/** It refuses addresses with anything more in them. */
const currents = 'https://mesonet.agron.iastate.edu/api/1/currents.geojson?networkclass=ASOS&country=US';

const largestList = 64 << 20;

/** Stations that have been silent for longer are in the list for ten days. */
const currentMs = 6 * 3_600_000;

/** What airports reported last, as the Iowa Environmental Mesonet reads it. */
export const iemCurrents: Feed = {
  id: 'iem-currents',
  source: 'observations',
  about: 'What airports reported last, from the Iowa Environmental Mesonet',
  everySeconds: 300,
  startDelaySeconds: 60, // counties come first: by their shapes a station is of a state
  async run(context) {
    const report = { ...emptyReport(), sound: true };
    const answer = await context.fetcher.changedText(currents, {
      accept: 'application/geo+json',
      maxBytes: largestList,
      timeoutMs: 60_000,
    });
    if (!answer) return report;
    const parsed = await parseInThread('iemObservations', answer.text);
    const from = context.clock().getTime() - currentMs;
    await takeObservations(context, { ...parsed, rows: parsed.rows.filter(({ at }) => at.getTime() >= from) }, report);
    answer.markStored();
    return report;
  },
};
