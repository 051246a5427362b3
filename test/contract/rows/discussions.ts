import { type Contract, ids, page, spatial, timeRange, wfo } from '../contract.ts';

export const discussions: Contract[] = [
  {
    path: '/discussions',
    media: 'application/geo+json',
    cache: 15,
    params: { ...spatial, ...timeRange, wfo, ...page(50), id: ids, active: { boolean: true, default: true } },
  },
];
