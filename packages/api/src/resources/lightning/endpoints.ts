import { hourMs, minuteMs } from '@severe/async';
import { costPer, integer } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyWithCollection } from '../../shared/collection.ts';
import { featureCollectionOf } from '../../shared/feature.ts';
import { areaOf, asOf, page, spatial } from '../../shared/query.ts';
import { flashProperties } from './schema.ts';

const seconds = 5;

/** GET /lightning */
export const listLightning = endpoint({
  path: '/lightning',
  summary: 'Lightning flashes of the last minutes, newest first.',
  description:
    'Detected by the lightning mappers (GLM) of GOES-East and GOES-West between 54° S and 54° N, both within ' +
    'clouds and to the ground. The position error can be 10 km. `state` is the state of the county at that ' +
    'position.',
  tag: 'Lightning',
  query: {
    bbox: spatial.bbox,
    ...asOf,
    state: spatial.state,
    minutes: integer({ min: 1, max: 180, default: 15, about: 'Length of the time range.' }),
    limit: page({ limit: 5000, max: 20_000 }).limit,
  },
  response: featureCollectionOf('Flash', flashProperties),
  cache: { seconds },
  cost: costPer(5000, 'limit'),
  errors: { 503: 'The database is unavailable.' },
  handle(call, context) {
    const { bbox, state, minutes, limit } = call.query;
    const area = areaOf({ bbox, point: undefined, radius: undefined });
    return replyWithCollection(call, context, {
      path: '/lightning',
      dataSets: ['lightning'],
      seconds,
      keptMs: context.retention.lightningRetentionHours * hourMs - minutes * minuteMs,
      find: ({ at: to, asOf: moment }, db) => {
        return db.lightning.features({
          asOf: moment,
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
