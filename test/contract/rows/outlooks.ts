import { type Contract, ids, page, spatial, timeRange } from '../contract.ts';

const types = ['categorical', 'tornado', 'hail', 'wind'];

/** Outlooks by either name of their type (decision 3.3): the value is `categorical` if both are absent. */
export const outlooks: Contract[] = [
  {
    path: '/outlooks',
    media: 'application/geo+json',
    cache: 60,
    params: {
      ...spatial,
      ...timeRange,
      ...page(100),
      id: ids,
      day: { integer: { min: 1, max: 8 }, default: 1 },
      type: { oneOf: types, default: 'categorical' },
      outlook_type: { oneOf: types },
    },
  },
];
