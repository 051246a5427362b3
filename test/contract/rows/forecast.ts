import type { Contract } from '../contract.ts';

const beyond = (bound: number) => ['', 'x', 'NaN', '1e999', String(bound + 0.01), String(-bound - 0.01)];

/** The hourly forecast at a point (decision 4.5). Any point is valid, but only one has a forecast in this test. */
export const forecast: Contract[] = [
  {
    path: '/forecast/point',
    media: 'application/json',
    cache: 300,
    always: 'lat=38.5&lon=-97.5',
    params: { hours: { integer: { min: 1, max: 156 }, default: 24 } },
    missing: ['/forecast/point?lat=30&lon=-40'],
    malformed: [
      ...beyond(90).map((lat) => `/forecast/point?lat=${lat}&lon=-97.5`),
      ...beyond(180).map((lon) => `/forecast/point?lat=38.5&lon=${lon}`),
      '/forecast/point',
      '/forecast/point?lat=38.5',
      '/forecast/point?lon=-97.5',
    ],
  },
];
