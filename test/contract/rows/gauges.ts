import { type Contract, idWords, page, spatial, timeRange, wfo } from '../contract.ts';

/** River gauges and their forecasts, by either of their ids (decision 4.7). */
export const gauges: Contract[] = [
  {
    path: '/gauges',
    media: 'application/geo+json',
    cache: 60,
    params: {
      ...spatial,
      ...timeRange,
      wfo,
      ...page(200),
      id: idWords,
      above_flood: { boolean: true, default: false },
      parameter: { oneOf: ['streamflow', 'gage_height', 'water_temp'] },
      recent_hours: { integer: { min: 1, max: 48 }, default: 6 },
    },
  },
  {
    path: '/gauges/07229053/forecast',
    template: '/gauges/{gauge_id}/forecast',
    media: 'application/json',
    cache: 300,
    params: {},
    missing: ['/gauges/XXXXX/forecast', '/gauges/99999999/forecast'],
    malformed: ['/gauges/NRMO2%00/forecast'],
  },
];
