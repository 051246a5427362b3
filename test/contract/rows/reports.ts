import { type Contract, ids, page, spatial, timeRange, wfo } from '../contract.ts';

const types = ['tornado', 'hail', 'wind', 'flood'];

/** Storm reports, by either name of their type (decision 3.3). */
export const reports: Contract[] = [
  {
    path: '/reports',
    media: 'application/geo+json',
    cache: 15,
    params: {
      ...spatial,
      ...timeRange,
      wfo,
      ...page(100),
      id: ids,
      type: { oneOf: types },
      report_type: { oneOf: types },
      source: { oneOf: ['spc', 'mping', 'spotter_network'] },
      min_magnitude: { text: { good: ['0', '1.75', '-1', '75'], bad: ['', 'x', '1in', 'NaN'] } },
    },
  },
];
