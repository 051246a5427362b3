import { dayMs } from '@severe/async';
import { formatTime } from '@severe/base';
import { currentCounties } from '@severe/catalogue';
import type { DamageTrackRow } from '@severe/db';
import { alsoCalled, defaultUnless, integer, parsed, shape, text, type TypeOf } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyWithCollection } from '../../shared/collection.ts';
import { featureCollectionOf, featureText } from '../../shared/feature.ts';
import {
  areaOf,
  asOf,
  fips,
  foreignFilters,
  ids,
  page,
  rangeOf,
  spatial,
  timeRangeOf,
  wfo,
} from '../../shared/query.ts';

const count = (about: string) => shape.nullable(shape.integer({ min: 0, about }));

const damageTrackProperties = shape.named(
  'DamageTrack',
  shape.object({
    id: shape.integer({ about: 'Identifier, stable when the survey is corrected.' }),
    event_date: shape.text({ example: '2026-05-20', about: 'Local date of the event.' }),
    time: shape.time({ about: 'Time in the survey; often the time of the storm, not of the tornado at this place.' }),
    ef: shape.nullable(shape.integer({ min: 0, max: 5, about: 'Enhanced Fujita scale; null if not rated.' })),
    ef_label: shape.text({ example: 'EF3', about: 'EF rating as text; `EFU` if not rated.' }),
    length_m: count('Length in metres.'),
    width_m: count('Maximum width in metres.'),
    max_wind_mph: count('Maximum wind in mph, estimated from the damage.'),
    injuries: count('Number of injuries.'),
    fatalities: count('Number of fatalities.'),
    wfo: shape.nullable(shape.text({ example: 'OUN' })),
    state: shape.nullable(shape.text({ example: 'OK', about: 'State in which the track begins.' })),
    comments: shape.nullable(shape.text({ about: 'Comments of the survey.' })),
  }),
);

const seconds = 300;
/** Longest time range in days. */
const maxDays = 3650;

/** GET /damage-tracks */
export const listDamageTracks = endpoint({
  path: '/damage-tracks',
  summary: 'Surveyed tornado tracks, newest first.',
  description: 'Paths appear days after a storm and are corrected for weeks.',
  tag: 'Reports',
  query: {
    ...spatial,
    ...asOf,
    wfo,
    ...timeRangeOf('the time of the tornado'),
    ...page({ limit: 1000 }),
    ...ids,
    fips: { ...fips, about: 'FIPS code of a county that the path touches, five digits.' },
    days: alsoCalled(
      defaultUnless(
        integer({
          min: 1,
          max: maxDays,
          default: 30,
          about: `Age of the oldest tornado, in days. With \`start\` or \`end\`, the default is ${maxDays}.`,
        }),
        'start',
        'end',
        'id',
      ),
      ['recent', 'within', 'period', 'year', 'years'],
    ),
    min_ef: alsoCalled(
      parsed(
        text({
          pattern: '^(?:[Ee][Ff])?[0-5]$',
          about: 'Minimum rating, `3` or `EF3`. Excludes tracks without a rating.',
          example: 'EF2',
        }),
        (given) => Number(given.at(-1)),
      ),
      ['ef', 'efscale', 'rating', 'magnitude', 'mag', 'min_magnitude'],
    ),
  },
  foreign: foreignFilters('county', 'countycd', 'fips'),
  response: featureCollectionOf('DamageTrack', damageTrackProperties),
  cache: { seconds },
  errors: { 503: 'The database is unavailable.' },
  handle(call, context) {
    const { query } = call;
    const { state, wfo: office, min_ef: minEf, fips: given, days = maxDays, limit, offset, through } = query;
    const range = rangeOf(query);
    const counties = given === undefined ? undefined : currentCounties(given);
    const where = { area: areaOf(query), state, wfo: office, minEf, limit, offset, through, counties, ids: query.id };
    return replyWithCollection(call, context, {
      path: '/damage-tracks',
      dataSets: ['damage_tracks', 'zones'],
      seconds,
      find: ({ at, asOf: moment }, db) => {
        const oldest = new Date(at.getTime() - days * dayMs);
        const start = range.start && range.start > oldest ? range.start : oldest;
        return db.damageTracks.search({ ...where, ...range, asOf: moment, start });
      },
      feature: (track) => featureText(track.id, track.geometry, presentTrack(track)),
    });
  },
});

/** Properties of a track feature. */
function presentTrack(track: DamageTrackRow): TypeOf<typeof damageTrackProperties> {
  return {
    id: track.id,
    event_date: track.eventDate,
    time: formatTime(track.at),
    ef: track.ef,
    ef_label: track.efLabel,
    length_m: whole(track.lengthM),
    width_m: whole(track.widthM),
    max_wind_mph: whole(track.maxWindMph),
    injuries: whole(track.injuries),
    fatalities: whole(track.fatalities),
    wfo: track.wfo,
    state: track.state,
    comments: track.comments,
  };
}

/** Negative values mean "not known" in the source. */
function whole(value: number | null): number | null {
  return value === null || value < 0 ? null : Math.round(value);
}
