import { type Contract, ids, page, spatial, timeRange, wfo } from '../contract.ts';

/** Surface observations (decision 4.1). */
export const observations: Contract[] = [
  {
    path: '/observations',
    media: 'application/geo+json',
    cache: 60,
    params: {
      ...spatial,
      wfo,
      ...timeRange,
      latest: { boolean: true, default: false },
      ...page(100),
      id: ids,
      source: { oneOf: ['nws', 'iem', 'synoptic'] },
      station: { text: { good: ['KOUN', 'koun,KOKC', 'OUN', 'nobody'], bad: [] } },
      units: { oneOf: ['imperial', 'metric', 'si'], default: 'metric' },
    },
  },
];
