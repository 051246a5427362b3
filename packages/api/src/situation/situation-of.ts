import { cone, type KnownAlert, type MovingStorm, type Situation, stormOfAlert } from '@severe/assessment';
import type { AlertRow, NearbyCell, Surroundings } from '@severe/db';

/** What an assessment takes from the database: rows to what the rules need. */
export function situationOf(
  found: Surroundings,
  rest: Pick<Situation, 'now' | 'place' | 'unavailable' | 'radar' | 'nextHour'>,
): Situation {
  const { alerts, storms, cells, watches, discussions, outlooks, eros, reports, observation, lightning } = found;
  return {
    ...rest,
    alerts: alerts.map(knownAlert),
    watches,
    discussions,
    outlooks,
    eros,
    reports: reports.map(({ type, magnitude, at, lat, lon }) => ({ type, magnitude, at, point: { lat, lon } })),
    observation: observation && { ...observation, point: { lat: observation.lat, lon: observation.lon } },
    lightning: {
      count: lightning.count,
      newestAt: lightning.newestAt,
      radiusKm: lightning.radiusM / 1000,
      minutes: lightning.minutes,
    },
    storms: [...storms.flatMap((alert) => stormOfAlert(alert) ?? []), ...cells.map(stormOfCell)],
  };
}

/** An alert as the rules see it. */
export function knownAlert({ geometry, ...alert }: AlertRow): KnownAlert {
  return { ...alert, hasPolygon: geometry !== null };
}

/** The widest spread of a cone: a direction that is less certain is not known. */
const mostSpreadDeg = 45;

/**
 * The storm of a tracked cell. The spread is twice the standard error of the direction (95 %), at least that of a warning:
 * a storm can turn.
 */
function stormOfCell({ cell, frameAt, lat, lon, towardDeg, speedMps, spreadDeg, maxDbz }: NearbyCell): MovingStorm {
  const spread = Math.min(mostSpreadDeg, Math.max(cone.spreadDeg, 2 * spreadDeg));
  const motion = { observedAt: frameAt, points: [{ lat, lon }], towardDeg, speedMps, spreadDeg: spread };
  return { alertId: null, cellId: cell, event: null, tags: null, maxDbz, motion };
}
