import type { Contract, Rule } from '../contract.ts';

const lang: Rule = { oneOf: ['en', 'es'], default: 'en' };
const units: Rule = { oneOf: ['imperial', 'metric', 'si'], default: 'metric' };
const beyond = (bound: number) => ['', 'x', 'NaN', 'Infinity', '1e999', String(bound + 0.01), String(-bound - 0.01)];

/** An endpoint for one point. Any point on the earth has an answer. */
const atPoint = (path: string, params: Contract['params'], texts: Contract['params'] = { lang, units }): Contract => ({
  path,
  media: 'application/json',
  cache: 15,
  always: 'lat=35.22&lon=-97.44',
  params: { ...params, ...texts },
  malformed: [
    ...beyond(90).map((lat) => `${path}?lat=${lat}&lon=-97.5`),
    ...beyond(180).map((lon) => `${path}?lat=38.5&lon=${lon}`),
    path,
    `${path}?lat=38.5`,
    `${path}?lon=-97.5`,
    `${path}?lat=35&lat=36&lon=-97`,
  ],
});

/** Answers about a place (decisions 5.2 to 5.5 and 6.7). */
export const places: Contract[] = [
  atPoint('/locations/summary', {}),
  atPoint('/alerts/point', {}, {}),
  atPoint('/briefing/point', {}),
  atPoint('/briefing/timeline', {
    hours: { integer: { min: 1, max: 48 }, default: 18 },
    hrrr_grids: { boolean: true, default: true },
  }),
  {
    path: '/jurisdiction/summary',
    media: 'application/json',
    cache: 300,
    always: 'fips=40027',
    params: { lang },
    missing: ['/jurisdiction/summary?fips=99999', '/jurisdiction/summary?state=ok&slug=nowhere'],
    malformed: ['/jurisdiction/summary', '/jurisdiction/summary?state=OK', '/jurisdiction/summary?fips=abc'],
  },
];
