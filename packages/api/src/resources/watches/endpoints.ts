import { alsoCalled, oneOf } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyWithCollection } from '../../shared/collection.ts';
import { featureCollectionOf, featureText } from '../../shared/feature.ts';
import { listWork } from '../../shared/list-work.ts';
import {
  active,
  areaOf,
  asOf,
  foreignFilters,
  ids,
  noOffice,
  page,
  rangeOf,
  spatial,
  timeRangeOf,
} from '../../shared/query.ts';
import { presentWatch } from './present.ts';
import { watchProperties, watchTypes } from './schema.ts';

/** GET /watches */
export const listWatches = endpoint({
  path: '/watches',
  summary: 'Tornado and severe thunderstorm watches, newest first.',
  description:
    'The geometry is the outline of the watch at its issue. Counties can be cleared before it expires; `counties` ' +
    'lists the remaining ones.',
  tag: 'Watches',
  query: {
    ...spatial,
    ...asOf,
    ...timeRangeOf('`issued`'),
    ...page({ limit: 100 }),
    ...ids,
    ...active,
    type: alsoCalled(oneOf(watchTypes, { about: 'Tornado or severe thunderstorm.' }), [
      'event',
      'kind',
      'hazard',
      'phenomena',
    ]),
  },
  foreign: { ...foreignFilters(), ...noOffice() },
  response: featureCollectionOf('Watch', watchProperties),
  cache: { seconds: 15 },
  work: listWork('watches'),
  errors: { 503: 'The database is unavailable.' },
  handle(call, context) {
    const { query } = call;
    const search = { ...query, ...rangeOf(query), area: areaOf(query), ids: query.id, active: query.active ?? false };
    return replyWithCollection(call, context, {
      path: '/watches',
      dataSets: ['watches'],
      seconds: 15,
      find: (moment, db) => db.watches.search({ ...search, ...moment }),
      feature: (watch, at) => featureText(watch.id, watch.geometry, presentWatch(watch, at)),
    });
  },
});
