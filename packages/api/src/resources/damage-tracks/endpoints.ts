import { dayMs } from '@severe/async';
import { currentCounties } from '@severe/catalogue';
import { integer, parsed, text } from '@severe/http';
import { endpoint } from '../../context.ts';
import { replyWithCollection } from '../../shared/collection.ts';
import { featureCollectionOf, featureText } from '../../shared/feature.ts';
import { areaOf, asOf, fips, spatial } from '../../shared/query.ts';
import { presentTrack } from './present.ts';
import { damageTrackProperties } from './schema.ts';

const seconds = 300;
/** Maximum number of tracks, newest first. There is no second page. */
const limit = 1000;

/** GET /damage-tracks */
export const listDamageTracks = endpoint({
  path: '/damage-tracks',
  summary: 'Surveyed tornado tracks, newest first.',
  description:
    'Paths appear days after a storm and are corrected for weeks. At most 1,000 are returned; `numberMatched` is ' +
    'the total.',
  tag: 'Reports',
  query: {
    bbox: spatial.bbox,
    ...asOf,
    fips: { ...fips, about: 'FIPS code of a county that the path touches, five digits.' },
    days: integer({ min: 1, max: 3650, default: 30, about: 'Length of the time range.' }),
    min_ef: parsed(
      text({
        pattern: '^(?:[Ee][Ff])?[0-5]$',
        about: 'Minimum rating, `3` or `EF3`. Excludes tracks without a rating.',
        example: 'EF2',
      }),
      (given) => Number(given.at(-1)),
    ),
  },
  response: featureCollectionOf('DamageTrack', damageTrackProperties),
  cache: { seconds },
  errors: { 503: 'The database is unavailable.' },
  handle(call, context) {
    const { bbox, days, min_ef: minEf, fips: county, as_of: asOfGiven } = call.query;
    const area = areaOf({ bbox, point: undefined, radius: undefined });
    const where = { area, minEf, limit, counties: county === undefined ? undefined : currentCounties(county) };
    return replyWithCollection({ ...call, query: { limit, as_of: asOfGiven } }, context, {
      path: '/damage-tracks',
      dataSets: ['damage_tracks', 'zones'],
      seconds,
      find: ({ at, asOf: moment }, db) => {
        const start = new Date(at.getTime() - days * dayMs);
        return db.damageTracks.search({ ...where, asOf: moment, start });
      },
      feature: (track) => featureText(track.id, track.geometry, presentTrack(track)),
    });
  },
});
