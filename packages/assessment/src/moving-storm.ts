import { mpsPerKnot } from '@severe/geo';
import type { KnownAlert, MovingStorm, StormTrack } from './situation.ts';

/** The motion of a storm as a warning gives it (NWS Instruction 10-511: TIME...MOT...LOC). */
interface GivenMotion {
  /** Direction the storm comes from, degrees clockwise from north. */
  fromDeg: number;
  speedKt: number;
  /** ISO 8601. */
  observedAt: string;
  points: [lon: number, lat: number][];
}

/** The track of a given motion; undefined without a position. */
export function trackOf({ fromDeg, speedKt, observedAt, points }: GivenMotion): StormTrack | undefined {
  if (points.length === 0) return undefined;
  return {
    observedAt: new Date(observedAt),
    points: points.map(([lon, lat]) => ({ lat, lon })),
    towardDeg: (fromDeg + 180) % 360,
    speedMps: speedKt * mpsPerKnot,
  };
}

/** The storm of an alert; undefined if the alert gives no motion with a position. */
export function stormOfAlert({
  id,
  event,
  tags,
  motion,
}: Pick<KnownAlert, 'id' | 'event' | 'tags'> & { motion: GivenMotion | null }): MovingStorm | undefined {
  const track = motion && trackOf(motion);
  return track ? { alertId: id, cellId: null, event, tags, maxDbz: null, motion: track } : undefined;
}
