import { hourMs, minuteMs } from '@severe/async';
import { alsoCalled, workPer, integer, defaultUnless } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyWithCollection } from '../../shared/collection.ts';
import { featureCollectionOf } from '../../shared/feature.ts';
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
import { flashProperties } from './schema.ts';

const seconds = 5;

/** Longest time range in minutes. */
const maxMinutes = 180;

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
    ...spatial,
    ...asOf,
    ...timeRangeOf('`flash_time`'),
    minutes: alsoCalled(
      defaultUnless(
        integer({
          min: 1,
          max: maxMinutes,
          default: 15,
          about: `Age of the oldest flash, in minutes. With \`start\` or \`end\`, the default is ${maxMinutes}.`,
        }),
        'start',
        'end',
        'id',
      ),
      ['within', 'recent', 'hours', 'period', 'duration'],
    ),
    limit: page({ limit: 5000, max: 20_000 }).limit,
    ...ids,
  },
  foreign: { ...foreignFilters(), ...noOffice() },
  response: featureCollectionOf('Flash', flashProperties),
  cache: { seconds },
  work: workPer(1000, 'limit'),
  errors: { 503: 'The database is unavailable.' },
  handle(call, context) {
    const { state, limit, minutes = maxMinutes, id } = call.query;
    const area = areaOf(call.query);
    const range = rangeOf(call.query);
    return replyWithCollection(call, context, {
      path: '/lightning',
      dataSets: ['lightning'],
      seconds,
      keptMs: context.retention.lightningRetentionHours * hourMs - minutes * minuteMs,
      find: ({ at: to, asOf: moment }, db) => {
        return db.lightning.features({
          ...range,
          asOf: moment,
          area,
          state,
          ids: id,
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
