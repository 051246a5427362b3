import { page, spatial, timeRange, wfo, type Contract } from '../contract.ts';

export const discussions: Contract[] = [
  {
    path: '/discussions',
    media: 'application/geo+json',
    cache: 15,
    params: { ...spatial, ...timeRange, wfo, ...page(50), active: { boolean: true, default: true } },
  },
];
