import { spatial, timeRange, type Contract } from '../contract.ts';

const place = { bbox: spatial['bbox'], point: spatial['point'] };

/** Basins and their other names (decision 6.1). */
export const tropical: Contract[] = [
  {
    path: '/tropical/outlook',
    media: 'application/geo+json',
    cache: 60,
    params: {
      ...place,
      ...timeRange,
      basin: {
        oneOf: ['al', 'ep', 'cp', 'atlantic', 'eastern-pacific', 'central-pacific'],
        anyCase: true,
      },
    },
  },
  { path: '/tropical/storms', media: 'application/geo+json', cache: 60, params: { ...place, ...timeRange } },
];
