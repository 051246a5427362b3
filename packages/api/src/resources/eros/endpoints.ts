import { formatTime } from '@severe/base';
import type { OutlookRow } from '@severe/db';
import { boolean, defaultUnless, integer, shape, type TypeOf } from '@severe/http';
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

const eroProperties = shape.named(
  'ExcessiveRainfallOutlook',
  shape.object({
    id: shape.integer({ about: 'Identifier, stable until the area is redrawn.' }),
    day: shape.integer({ min: 1, max: 3 }),
    category: shape.text({
      about:
        '`MRGL`, `SLGT`, `MDT`, `HIGH`: marginal, slight, moderate or high risk; any other word as the provider gives it.',
      example: 'SLGT',
    }),
    category_rank: shape.nullable(
      shape.integer({ min: 1, max: 4, about: '1 `MRGL` to 4 `HIGH`; null for another word.' }),
    ),
    probability: shape.nullable(
      shape.number({
        about: 'Minimum probability, 0 to 1, of rain above flash flood guidance within 25 miles of a point.',
      }),
    ),
    issued: shape.nullable(shape.time({ about: 'Time of issue; null if the file does not give it.' })),
    valid_from: shape.time(),
    valid_to: shape.time(),
    color: shape.nullable(shape.text({ about: 'Line colour of the provider.' })),
    fill: shape.nullable(shape.text({ about: 'Fill colour of the provider.' })),
  }),
);

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

/** Properties of an outlook feature. */
function presentEro(outlook: OutlookRow): TypeOf<typeof eroProperties> {
  const { id, day, risk, riskRank, probability, issuedAt, colour, fill } = outlook;
  return {
    id,
    day,
    category: risk,
    category_rank: riskRank,
    probability,
    issued: issuedAt && formatTime(issuedAt),
    valid_from: formatTime(outlook.validFrom),
    valid_to: formatTime(outlook.validTo),
    color: colour,
    fill,
  };
}
