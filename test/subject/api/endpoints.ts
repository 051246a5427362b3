import { featureCollectionOf, featureText } from '../../../packages/api/src/shared/feature.ts';
import { areaOf, page, spatial } from '../../../packages/api/src/shared/query.ts';
import { endpoint, replyWithCollection } from './context.ts';
import { iceJamProperties, presentIceJam } from './present.ts';

const seconds = 300;

/** GET /ice-jams */
export const listIceJams = endpoint({
  path: '/ice-jams',
  summary: 'Ice jams on rivers, newest first.',
  tag: 'Rivers',
  query: { ...spatial, ...page({ limit: 100 }) },
  response: featureCollectionOf('IceJam', iceJamProperties),
  cache: { seconds },
  errors: { 503: 'The database is unavailable.' },
  handle(call, context) {
    const { query } = call;
    return replyWithCollection(call, context, {
      path: '/ice-jams',
      dataSets: ['ice_jams'],
      seconds,
      find: () => context.db.iceJams.search({ ...query, area: areaOf(query) }),
      feature: (jam) => featureText(jam.id, jam.geometry, presentIceJam(jam)),
    });
  },
});
