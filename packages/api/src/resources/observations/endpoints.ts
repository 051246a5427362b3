import { hourMs } from '@severe/async';
import { alsoCalled, boolean, oneOf } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyWithCollection } from '../../shared/collection.ts';
import { featureCollectionOf, featureText, perhapsUncounted } from '../../shared/feature.ts';
import { otherNames } from '../../shared/other-names.ts';
import { listWork } from '../../shared/list-work.ts';
import {
  areaOf,
  asOf,
  foreignFilters,
  ids,
  page,
  rangeOf,
  spatial,
  timeRangeOf,
  wfo,
  words,
} from '../../shared/query.ts';
import { presentObservation } from './present.ts';
import { observationProperties, observationSources, unitsShape } from './schema.ts';
import { unitNames, unitSystems } from './units.ts';

const seconds = 60;

/** Default time range of `latest`. */
const latestMs = 3 * hourMs;

/** GET /observations */
export const listObservations = endpoint({
  path: '/observations',
  summary: 'Surface observations: temperature, wind, pressure, visibility, rain and weather, newest first.',
  description:
    'Airports report once an hour, more often in bad weather; some report every twenty minutes. Reports of two ' +
    'sources for the same time are two observations. Without `latest`, the list is too long to count and has no ' +
    '`numberMatched`.',
  tag: 'Observations',
  query: {
    ...spatial,
    ...asOf,
    wfo,
    ...timeRangeOf('`time`'),
    latest: boolean({
      default: false,
      about:
        'Only the newest observation of each station in the time range. The default range is the last three hours.',
    }),
    ...page({ limit: 100 }),
    ...ids,
    source: oneOf(observationSources, { about: 'Source of the observation. Default: all.' }),
    station: alsoCalled(
      words({
        about: 'Station identifiers in any case, separated by commas. Three letters also match with a leading K.',
        example: 'KOUN,KOKC',
      }),
      otherNames.station,
    ),
    units: oneOf(unitSystems, {
      default: 'metric',
      about: 'Unit system of the values. The field `units` names each unit.',
    }),
  },
  foreign: foreignFilters(),
  response: perhapsUncounted(featureCollectionOf('Observation', observationProperties, { units: unitsShape })),
  cache: { seconds },
  work: listWork('observations'),
  errors: { 503: 'The database is unavailable.' },
  handle(call, context) {
    const { query } = call;
    const { state, wfo: office, latest, source, limit, offset, through, units, id } = query;
    const range = rangeOf(query);
    const filter = { area: areaOf(query), state, wfo: office, latest, source, stations: namesOf(query.station) };
    return replyWithCollection(call, context, {
      path: '/observations',
      dataSets: ['observations'],
      seconds,
      keptMs: context.retention.observationRetentionHours * hourMs - latestMs,
      async find({ at, asOf: moment }, db) {
        const defaultRange = { start: new Date(at.getTime() - latestMs) };
        const during = latest && !range.start && !range.end ? defaultRange : range;
        const found = await db.observations.search({
          ...filter,
          ...during,
          asOf: moment,
          limit,
          offset,
          through,
          ids: id,
        });
        return { ...found, members: { units: unitNames(units) } };
      },
      feature: (observation) =>
        featureText(observation.id, observation.geometry, presentObservation(observation, units)),
    });
  },
});

function namesOf(given: string[] | undefined): string[] | undefined {
  const names = given?.map((name) => name.toUpperCase());
  return names?.flatMap((name) => (name.length === 3 ? [name, `K${name}`] : [name]));
}
