import { type Contract, ids, page, spatial, timeRange } from '../contract.ts';

/** Days and `active` (decision 6.3). */
export const eros: Contract[] = [
  {
    path: '/eros',
    media: 'application/geo+json',
    cache: 60,
    params: {
      ...spatial,
      ...timeRange,
      ...page(100),
      id: ids,
      day: { integer: { min: 1, max: 3 }, default: 1 },
      active: { boolean: true, default: true },
    },
  },
];
