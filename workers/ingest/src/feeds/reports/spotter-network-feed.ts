import { DataError } from '@severe/base';
import { emptyReport, type Feed } from '../../feed.ts';
import { parseSpotterNetwork } from './parse-spotter-network.ts';
import { takeReports } from './take.ts';

const reports = 'https://www.spotternetwork.org/reports';
const largestList = 8 << 20;

/** What members of the Spotter Network report; for operators who have an application id of theirs. */
export const spotterNetwork: Feed = {
  id: 'spotter-network-reports',
  source: 'reports',
  about: 'Hail, wind, tornadoes and floods as members of the Spotter Network report them; only with SPOTTER_NETWORK_ID',
  everySeconds: 300,
  standsBackSeconds: 25,
  only: 'live',
  wanted: ({ spotterNetworkId }) => spotterNetworkId !== '',
  async run(context) {
    const { fetcher, settings } = context;
    const report = { ...emptyReport(), sound: true };
    const text = await fetcher.text(reports, { post: { id: settings.spotterNetworkId }, maxBytes: largestList });
    if (text === undefined) throw new DataError('gone', 'the provider answers 404 where something always is');
    await takeReports(context, parseSpotterNetwork(text), report);
    return report;
  },
};
