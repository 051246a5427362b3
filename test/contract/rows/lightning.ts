import { spatial, timeRange, type Contract } from '../contract.ts';

/** Lightning. */
export const lightning: Contract[] = [
  {
    path: '/lightning',
    media: 'application/geo+json',
    cache: 5,
    params: {
      ...spatial,
      ...timeRange,
      minutes: { integer: { min: 1, max: 180 }, default: 15 },
      limit: { integer: { min: 1, max: 20_000 }, default: 5000 },
    },
  },
];
