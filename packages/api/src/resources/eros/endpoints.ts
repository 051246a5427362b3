import { boolean, defaultUnless, integer } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyWithCollection } from '../../shared/collection.ts';
import { featureCollectionOf, featureText } from '../../shared/feature.ts';
import { listWork } from '../../shared/list-work.ts';
import {
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
import { presentEro } from './present.ts';
import { eroProperties } from './schema.ts';

/** GET /eros */
export const listEros = endpoint({
  path: '/eros',
  summary: 'Areas of the excessive rainfall outlooks of the Weather Prediction Center, newest first.',
  description:
    'Areas overlap: the risk at a place is the highest that contains it. `state` matches areas that intersect any ' +
    'county of the state.',
  tag: 'Outlooks',
  query: {
    ...spatial,
    ...asOf,
    ...timeRangeOf('`issued`'),
    ...page({ limit: 100 }),
    ...ids,
    day: defaultUnless(integer({ min: 1, max: 3, default: 1, about: 'Day of the outlook; 1 is today.' }), 'id'),
    active: defaultUnless(
      boolean({ default: true, about: 'true: only the latest issuance, while it is valid; false: all stored ones.' }),
      'id',
    ),
  },
  foreign: { ...foreignFilters(), ...noOffice() },
  response: featureCollectionOf('ExcessiveRainfallOutlook', eroProperties),
  cache: { seconds: 60 },
  work: listWork('outlook_areas'),
  errors: { 503: 'The database is unavailable.' },
  handle(call, context) {
    const { query } = call;
    const search = {
      ...query,
      ...rangeOf(query),
      type: 'rainfall',
      area: areaOf(query),
      ids: query.id,
      active: query.active ?? false,
    };
    return replyWithCollection(call, context, {
      path: '/eros',
      dataSets: ['eros', 'zones'],
      seconds: 60,
      find: (moment, db) => db.eros.search({ ...search, ...moment }),
      feature: (outlook) => featureText(outlook.id, outlook.geometry, presentEro(outlook)),
    });
  },
});
