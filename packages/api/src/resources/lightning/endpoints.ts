import { integer } from '@severe/http';
import { endpoint } from '../../context.ts';
import { answerCollection } from '../../shared/collection.ts';
import { featureCollectionOf } from '../../shared/feature.ts';
import { areaOf, page, spatial } from '../../shared/query.ts';
import { flashProperties } from './schema.ts';

const seconds = 5;
const minuteMs = 60_000;

/** GET /lightning */
export const listLightning = endpoint({
  path: '/lightning',
  summary: 'Flashes of lightning of the last minutes, newest first.',
  description:
    'Seen from space by the mappers of GOES-East and GOES-West, between 54° south and north, within the clouds and ' +
    'down to the ground; a flash can be some ten kilometres beside its place. `state` is told by the county below.',
  tag: 'Lightning',
  query: {
    bbox: spatial.bbox,
    state: spatial.state,
    minutes: integer({ min: 1, max: 180, default: 15, about: 'How far back.' }),
    limit: page({ limit: 5000, max: 20_000 }).limit,
  },
  response: featureCollectionOf('Flash', flashProperties),
  cache: { seconds },
  errors: { 503: 'The database is away.' },
  handle(call, context) {
    const { bbox, state, minutes, limit } = call.query;
    const area = areaOf({ bbox, point: undefined, radius: undefined });
    return answerCollection(call, context, {
      path: '/lightning',
      of: ['lightning'],
      seconds,
      find: () => {
        const to = context.clock();
        return context.db.lightning.features({
          area,
          state,
          limit,
          from: new Date(to.getTime() - minutes * minuteMs),
          to,
        });
      },
      feature: ({ text }) => text,
      count: ({ count }) => count,
    });
  },
});
