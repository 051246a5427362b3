import { type Contract, ids, page, spatial, timeRange } from '../contract.ts';

const record = { media: 'application/json', cache: 300, params: {} } as const;

/** Soundings: a list without levels, and single ones with them (decision 4.2). */
export const soundings: Contract[] = [
  {
    path: '/soundings',
    media: 'application/geo+json',
    cache: 300,
    params: {
      ...spatial,
      ...timeRange,
      ...page(50),
      id: ids,
      station: { text: { good: ['OUN', 'koun', '72357', 'ZZZ'], bad: ['', 'O', 'O U N', '72357x', 'ÖUN'] } },
      latest: { boolean: true, default: true },
    },
  },
  {
    path: '/soundings/72357/latest',
    template: '/soundings/{station}/latest',
    ...record,
    missing: [
      '/soundings/ZZZ/latest',
      '/soundings/KOAX/latest',
      '/soundings/constructor/latest',
      '/soundings/-1/latest',
    ],
    malformed: [`/soundings/${'X'.repeat(41)}/latest`, '/soundings/a%00b/latest'],
  },
  {
    path: '/soundings/1',
    template: '/soundings/{id}',
    ...record,
    missing: ['/soundings/2', '/soundings/72357', '/soundings/9007199254740991', '/soundings/-1'],
    malformed: ['/soundings/OUN', '/soundings/1.5', '/soundings/latest', '/soundings/99999999999999999999'],
  },
];
