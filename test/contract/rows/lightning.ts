import { type Contract, ids, spatial, timeRange } from '../contract.ts';

/** Lightning. */
export const lightning: Contract[] = [
  {
    path: '/lightning',
    media: 'application/geo+json',
    cache: 5,
    params: {
      id: ids,
      ...spatial,
      ...timeRange,
      minutes: { integer: { min: 1, max: 180 }, default: 15 },
      limit: { integer: { min: 1, max: 20_000 }, default: 5000 },
    },
  },
];
