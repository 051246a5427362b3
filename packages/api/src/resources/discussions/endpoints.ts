import { defaultUnless, oneOf } from '@severe/http';
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
  page,
  rangeOf,
  spatial,
  timeRangeOf,
  wfo,
} from '../../shared/query.ts';
import { presentDiscussion } from './present.ts';
import { discussionProperties } from './schema.ts';

/** GET /discussions */
export const listDiscussions = endpoint({
  path: '/discussions',
  summary: 'Mesoscale discussions of the Storm Prediction Center, or about rain, newest first.',
  description:
    '`state` matches areas that intersect any county of the state, `wfo` the offices that a discussion addresses.',
  tag: 'Discussions',
  query: {
    ...spatial,
    ...asOf,
    wfo,
    ...timeRangeOf('`issued`'),
    ...page({ limit: 50 }),
    ...ids,
    kind: defaultUnless(
      oneOf(['convective', 'precipitation'], {
        default: 'convective',
        about:
          '`convective`: of the Storm Prediction Center; `precipitation`: of the Weather Prediction Center, about rain.',
      }),
      'id',
    ),
    ...active,
  },
  foreign: foreignFilters(),
  response: featureCollectionOf('Discussion', discussionProperties),
  cache: { seconds: 15 },
  work: listWork('discussions'),
  errors: { 503: 'The database is unavailable.' },
  handle(call, context) {
    const { query } = call;
    const search = { ...query, ...rangeOf(query), area: areaOf(query), ids: query.id, active: query.active ?? false };
    return replyWithCollection(call, context, {
      path: '/discussions',
      dataSets: ['discussions', 'zones'],
      seconds: 15,
      find: (moment, db) => db.discussions.search({ ...search, ...moment }),
      feature: (discussion, at) => featureText(discussion.id, discussion.geometry, presentDiscussion(discussion, at)),
    });
  },
});
