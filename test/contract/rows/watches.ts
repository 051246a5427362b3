import { type Contract, ids, page, spatial, timeRange } from '../contract.ts';

export const watches: Contract[] = [
  {
    path: '/watches',
    media: 'application/geo+json',
    cache: 15,
    params: {
      ...spatial,
      ...timeRange,
      ...page(100),
      id: ids,
      active: { boolean: true, default: true },
      type: { oneOf: ['TOR', 'SVR'] },
    },
  },
];
