import { invalid } from '@severe/base';
import { alsoCalled, deprecated, integer, defaultUnless, oneOf } from '@severe/http';
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
import { presentOutlook } from './present.ts';
import { outlookProperties, outlookTypes } from './schema.ts';

type OutlookType = (typeof outlookTypes)[number];

const defaultType: OutlookType = 'categorical';

/** GET /outlooks */
export const listOutlooks = endpoint({
  path: '/outlooks',
  summary: 'Areas of the convective outlooks of the Storm Prediction Center, newest first.',
  description:
    'The latest issuance, while it is valid. Days 1 and 2 have all types, day 3 has `categorical` only. On days 4 ' +
    'to 8, `categorical` holds the probability of any severe weather. Areas overlap: the risk at a place is the ' +
    'highest that contains it. `state` matches areas that intersect any county of the state.',
  tag: 'Outlooks',
  query: {
    ...spatial,
    ...asOf,
    ...timeRangeOf('`issued`'),
    ...page({ limit: 100 }),
    ...ids,
    day: defaultUnless(integer({ min: 1, max: 8, default: 1, about: 'Day of the outlook; 1 is today.' }), 'id'),
    type: alsoCalled(
      defaultUnless(
        oneOf(outlookTypes, { default: defaultType, about: 'What the areas are for.', example: 'tornado' }),
        'outlook_type',
        'id',
      ),
      ['hazard', 'category', 'kind'],
    ),
    outlook_type: deprecated(oneOf(outlookTypes, { about: 'Alias of `type`.' })),
  },
  foreign: { ...foreignFilters(), ...noOffice() },
  response: featureCollectionOf('Outlook', outlookProperties),
  cache: { seconds: 60 },
  work: listWork('outlook_areas'),
  errors: { 503: 'The database is unavailable.' },
  handle(call, context) {
    const { query } = call;
    const search = {
      ...query,
      ...rangeOf(query),
      type: typeOf(query),
      area: areaOf(query),
      ids: query.id,
      active: query.id === undefined,
    };
    return replyWithCollection(call, context, {
      path: '/outlooks',
      dataSets: ['outlooks', 'zones'],
      seconds: 60,
      find: (moment, db) => db.outlooks.search({ ...search, ...moment }),
      feature: (outlook) => featureText(outlook.id, outlook.geometry, presentOutlook(outlook)),
    });
  },
});

/** The type from either parameter. @throws {RequestError} 422 if they differ */
function typeOf({
  type,
  outlook_type: other,
}: {
  type?: OutlookType | undefined;
  outlook_type?: OutlookType | undefined;
}) {
  if (type !== undefined && other !== undefined && type !== other)
    throw invalid(['query', 'outlook_type'], 'Input should be the same as type', 'value_error', { input: other });
  return type ?? other ?? defaultType;
}
