import { emptyReport, type Feed } from '../../feed.ts';
import { parseSpotterNetwork } from './parse-spotter-network.ts';
import { takeReports } from './take.ts';
import { expectBody } from '../../parse/payload.ts';

const reports = 'https://www.spotternetwork.org/reports';
const largestList = 8 << 20;

/** What members of the Spotter Network report; for operators who have an application id of theirs. */
export const spotterNetwork: Feed = {
  id: 'spotter-network-reports',
  source: 'reports',
  about: 'Hail, wind, tornadoes and floods as members of the Spotter Network report them; only with SPOTTER_NETWORK_ID',
  everySeconds: 300,
  startDelaySeconds: 25,
  only: 'live',
  isEnabled: ({ spotterNetworkId }) => spotterNetworkId !== '',
  async run(context) {
    const { fetcher, settings } = context;
    const report = { ...emptyReport(), sound: true };
    const text = await fetcher.text(reports, { post: { id: settings.spotterNetworkId }, maxBytes: largestList });
    await takeReports(context, parseSpotterNetwork(expectBody(text, 'reports')), report);
    return report;
  },
};
