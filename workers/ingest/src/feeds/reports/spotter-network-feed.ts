import { emptyReport, type Feed } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { storeReports } from './store-reports.ts';
import { expectBody } from '../../parse/payload.ts';

const reports = 'https://www.spotternetwork.org/reports';
const maxListBytes = 8 << 20;

/** Reports of the Spotter Network, for operators with an application id. */
export const spotterNetwork: Feed = {
  id: 'spotter-network-reports',
  source: 'reports',
  about: 'Reports of hail, wind, tornadoes and floods from the Spotter Network; only with SPOTTER_NETWORK_ID',
  everySeconds: 300,
  startDelaySeconds: 25,
  isEnabled: ({ spotterNetworkId }) => spotterNetworkId !== '',
  async run(context) {
    const { fetcher, settings } = context;
    const report = { ...emptyReport(), isResponseValid: true };
    const text = await fetcher.text(reports, { post: { id: settings.spotterNetworkId }, maxBytes: maxListBytes });
    await storeReports(context, await parseInThread('spotterNetwork', expectBody(text, 'reports')), report);
    return report;
  },
};
