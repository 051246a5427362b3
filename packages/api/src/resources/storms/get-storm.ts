import { cone, coneOf, trackOf, type AssessedSource, type StormTrack } from '@severe/assessment';
import { formatTime, RequestError } from '@severe/base';
import type { AlertSurroundings, FullAlert } from '@severe/db';
import type { Area } from '@severe/geo';
import { geometryText, placeOnEarth } from '@severe/geo/on-earth';
import { apiPrefix, integer, type TypeOf } from '@severe/http';
import { endpoint, type ApiContext } from '../../context.ts';
import { createReply } from '../../shared/collection.ts';
import { featureText, geoJson } from '../../shared/feature.ts';
import { availableOr, unavailableSources } from '../../situation/gather.ts';
import { presentAlert } from '../alerts/present.ts';
import { presentDiscussion } from '../discussions/present.ts';
import { presentReport } from '../reports/present.ts';
import { presentWatch } from '../watches/present.ts';
import { stormShape } from './schema.ts';

const seconds = 5;

type Storm = TypeOf<typeof stormShape>['properties'];

/** Sources that a storm is made from. */
const stormSources: readonly AssessedSource[] = ['alerts', 'watches', 'discussions', 'reports', 'radar'];

/** GET /storms/{id} */
export const getStorm = endpoint({
  path: '/storms/{id}',
  summary: 'The storm of a warning: motion, cone, rotation, watch, discussion and reports.',
  description:
    'The polygon of an alert with everything that belongs to its storm. Watch and discussion are those that cover most ' +
    'of the polygon. For an alert that has ended, they are those that were in force then.',
  tag: 'Storms',
  params: { id: integer({ about: 'The id of the alert.', example: 48213 }) },
  response: stormShape,
  cache: { seconds },
  errors: { 404: 'No such alert, or it has no polygon.', 503: 'The database is unavailable.' },
  handle({ path: { id } }, context) {
    return context.replyFromCache({
      key: `/storms/${id}`,
      dataSets: ['alerts', 'watches', 'discussions', 'reports'],
      seconds,
      async make(sets) {
        const now = context.clock();
        const [alert, around, stale] = await Promise.all([
          context.db.alerts.find(id),
          context.db.surroundings.ofAlert(id, now),
          unavailableSources(context),
        ]);
        if (!alert || alert.geometry === null) throw new RequestError(404, 'Storm not found');
        const storm = await presentStorm(alert, { ...around, stale }, now, context);
        return createReply(featureText(id, alert.geometry, storm), geoJson, sets);
      },
    });
  },
});

async function presentStorm(
  alert: FullAlert,
  { watch, discussion, reports, stale }: AlertSurroundings & { stale: AssessedSource[] },
  now: Date,
  context: ApiContext,
): Promise<Storm> {
  const track = alert.motion && trackOf(alert.motion);
  const flat = presentAlert(alert, now, `${context.publicUrl()}${apiPrefix}/alerts`);
  const hasRotation = track && flat.status === 'active';
  const rotation = hasRotation ? await rotationOf(JSON.parse(alert.geometry!) as Area, context) : null;
  return {
    ...flat,
    watch: watch && presentWatch(watch, now),
    discussion: discussion && presentDiscussion(discussion, now),
    reports: reports.map(presentReport),
    motion: track && alert.motion ? presentMotion(track, alert.motion.speedKt) : null,
    cone: track
      ? {
          minutes: cone.minutes,
          geometry: JSON.parse(geometryText(coneOf(track))) as Area,
          radius_km: cone.radiusM / 1000,
          spread_deg: cone.spreadDeg,
        }
      : null,
    rotation: rotation === 'unavailable' ? null : rotation,
    unavailable: stormSources.filter(
      (source) => stale.includes(source) || (source === 'radar' && rotation === 'unavailable'),
    ),
  };
}

function presentMotion({ observedAt, points, towardDeg, speedMps }: StormTrack, speedKt: number): Storm['motion'] {
  const { lat, lon } = placeOnEarth(points[points.length >> 1]);
  return {
    from_deg: (towardDeg + 180) % 360,
    toward_deg: towardDeg,
    speed_kt: speedKt,
    speed_mps: Math.round(speedMps * 10) / 10,
    observed_at: formatTime(observedAt),
    location: [lon, lat],
  };
}

/** The largest rotation inside the polygon. */
async function rotationOf(area: Area, { points }: ApiContext): Promise<Storm['rotation'] | 'unavailable'> {
  const found = await availableOr('unavailable' as const, () => points().radarInside('rotation-30min', area));
  if (found === 'unavailable') return found;
  const at = found && placeOnEarth(found.at);
  return {
    max: found && found.value,
    units: '0.001/s',
    at: at && [at.lon, at.lat],
    time: found && formatTime(found.time),
  };
}
