import type { Contract } from '../contract.ts';

/** Basins and their other names (decision 6.1); the systems have no parameters. */
export const tropical: Contract[] = [
  {
    path: '/tropical/outlook',
    media: 'application/geo+json',
    cache: 60,
    params: {
      basin: {
        oneOf: ['al', 'ep', 'cp', 'atlantic', 'eastern-pacific', 'central-pacific'],
        anyCase: true,
      },
    },
  },
  { path: '/tropical/storms', media: 'application/geo+json', cache: 60, params: {} },
];
