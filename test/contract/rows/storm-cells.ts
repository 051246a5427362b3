import { spatial, type Contract } from '../contract.ts';

/** Storm cells, decision 5.6. */
export const stormCells: Contract[] = [
  {
    path: '/storms',
    media: 'application/geo+json',
    cache: 5,
    params: {
      ...spatial,
      min_dbz: { text: { good: ['35', '90', '50.5'], bad: ['34.9', '90.1', 'x', ''] } },
      limit: { integer: { min: 1, max: 1000 }, default: 100 },
    },
  },
];
