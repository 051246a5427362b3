import { dayMs } from '@severe/async';
import { currentCounties } from '@severe/catalogue';
import { alsoCalled, integer, defaultUnless, parsed, text } from '@severe/http';
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
import { presentTrack } from './present.ts';
import { damageTrackProperties } from './schema.ts';

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
