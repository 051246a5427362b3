import { type Contract, idWords, spatial, timeRange } from '../contract.ts';

/** Storm cells, and the storm of a warning (decisions 5.5 and 5.6). */
export const stormCells: Contract[] = [
  {
    path: '/storms',
    media: 'application/geo+json',
    cache: 5,
    params: {
      id: idWords,
      ...spatial,
      ...timeRange,
      min_dbz: { text: { good: ['35', '90', '50.5'], bad: ['34.9', '90.1', 'x', ''] } },
      limit: { integer: { min: 1, max: 1000 }, default: 100 },
    },
  },
  {
    path: '/storms/1',
    template: '/storms/{id}',
    media: 'application/geo+json',
    cache: 5,
    params: {},
    missing: ['/storms/888888888', '/storms/4294967296'],
    malformed: ['/storms/xyz', '/storms/1.5', '/storms/99999999999999999999'],
  },
];
