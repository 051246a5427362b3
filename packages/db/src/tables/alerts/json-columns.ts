import type { AlertContent, AlertTags, StormMotion } from './alert.ts';

/** The JSON columns of an alert, as they are stored: their keys are snake_case, as names of columns are. */
export interface JsonColumns {
  tags: {
    tornado: string | null;
    damage_threat: string | null;
    hail_in: number | null;
    wind_mph: number | null;
    flash_flood: string | null;
    pds: boolean;
    emergency: boolean;
  };
  motion: { from_deg: number; speed_kt: number; observed_at: string; points: StormMotion['points'] } | null;
}

/** An alert with its JSON columns as they are stored. A digest of it does not change with the names of fields. */
export function toStored<T extends Pick<AlertContent, 'tags' | 'motion'>>(
  alert: T,
): Omit<T, 'tags' | 'motion'> & JsonColumns {
  const { tags, motion } = alert;
  return {
    ...alert,
    tags: {
      tornado: tags.tornado,
      damage_threat: tags.damageThreat,
      hail_in: tags.hailIn,
      wind_mph: tags.windMph,
      flash_flood: tags.flashFlood,
      pds: tags.pds,
      emergency: tags.emergency,
    },
    motion: motion && {
      from_deg: motion.fromDeg,
      speed_kt: motion.speedKt,
      observed_at: motion.observedAt,
      points: motion.points,
    },
  };
}

/** The tags of a row. */
export function readTags(tags: JsonColumns['tags']): AlertTags {
  const { tornado, damage_threat, hail_in, wind_mph, flash_flood, pds, emergency } = tags;
  return {
    tornado,
    damageThreat: damage_threat,
    hailIn: hail_in,
    windMph: wind_mph,
    flashFlood: flash_flood,
    pds,
    emergency,
  };
}

/** The motion of a row. */
export function readMotion(motion: JsonColumns['motion']): StormMotion | null {
  if (!motion) return null;
  const { from_deg, speed_kt, observed_at, points } = motion;
  return { fromDeg: from_deg, speedKt: speed_kt, observedAt: observed_at, points };
}
