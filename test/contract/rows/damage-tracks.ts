import { type Contract, countyCode, ids, page, spatial, timeRange, wfo } from '../contract.ts';

/** Days and ratings (decision 6.8). */
export const damageTracks: Contract[] = [
  {
    path: '/damage-tracks',
    media: 'application/geo+json',
    cache: 300,
    params: {
      ...page(1000),
      id: ids,
      ...spatial,
      ...timeRange,
      wfo,
      fips: countyCode,
      days: { integer: { min: 1, max: 3650 }, default: 30 },
      min_ef: { text: { good: ['0', '5', 'EF3', 'ef3'], bad: ['', '6', '-1', 'EF', 'EF6', 'F3', '1.5'] } },
    },
  },
];
