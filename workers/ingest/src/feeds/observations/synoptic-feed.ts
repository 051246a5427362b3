import { states } from '@severe/catalogue';
import { emptyReport, type Feed } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { storeObservations } from './store-observations.ts';
import { expectBody } from '../../parse/payload.ts';

const latest = 'https://api.synopticdata.com/v2/stations/latest';
const variables = [
  'air_temp',
  'dew_point_temperature',
  'relative_humidity',
  'wind_speed',
  'wind_gust',
  'wind_direction',
  'sea_level_pressure',
  'altimeter',
  'visibility',
  'precip_accum_one_hour',
];

/** Maximum size. Texas has 5,000 stations. */
const maxListBytes = 64 << 20;

/** Time in which every state is requested once. */
const roundSeconds = 900;

/**
 * Creates the feed of the mesonets of Synoptic Data, one state per run; for operators with a token and the right to
 * redistribute.
 */
export function createSynoptic(): Feed {
  let next = 0;

  return {
    id: 'synoptic-observations',
    source: 'observations',
    about: 'Mesonets, from Synoptic Data; only with SYNOPTIC_TOKEN',
    everySeconds: Math.floor(roundSeconds / states.length),
    startDelaySeconds: 180,
    isEnabled: ({ synopticToken }) => synopticToken !== '',
    async run(context) {
      const report = { ...emptyReport(), isResponseValid: true };
      const state = states[next++ % states.length].code.toLowerCase();
      const query = new URLSearchParams({
        state,
        within: '60',
        vars: variables.join(),
        units: 'metric',
        status: 'active',
      });
      query.set('token', context.settings.synopticToken);
      const text = await context.fetcher.text(`${latest}?${query.toString()}`, { maxBytes: maxListBytes });
      await storeObservations(
        context,
        await parseInThread('synoptic', expectBody(text, 'observations')),
        report,
        'second',
      );
      return report;
    },
  };
}
