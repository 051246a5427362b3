import { zoneOfFips } from '@severe/catalogue';
import { integer, parsed, text } from '@severe/http';
import { endpoint } from '../../context.ts';
import { answerCollection } from '../../shared/collection.ts';
import { featureCollectionOf, featureText } from '../../shared/feature.ts';
import { areaOf, fips, spatial } from '../../shared/query.ts';
import { presentTrack } from './present.ts';
import { damageTrackProperties } from './schema.ts';

const seconds = 300;
const dayMs = 24 * 3_600_000;
/** The newest of what was found; there is no second page. */
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
    const { bbox, days, min_ef: minEf, fips: county } = call.query;
    const area = areaOf({ bbox, point: undefined, radius: undefined });
    // A number that belongs to no state finds nothing, as one that belongs to no county does.
    const where = { area, minEf, limit, county: county === undefined ? undefined : (zoneOfFips(county) ?? '') };
    return answerCollection({ normalised: call.normalised, query: { limit } }, context, {
      path: '/damage-tracks',
      of: ['damage_tracks', 'zones'],
      seconds,
      find: () => {
        const start = new Date(context.clock().getTime() - days * dayMs);
        return context.db.damageTracks.search({ ...where, start });
      },
      feature: (track) => featureText(track.id, track.geometry, presentTrack(track)),
    });
  },
});
