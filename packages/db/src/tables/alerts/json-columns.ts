import type { AlertContent, AlertTags, StormMotion } from './alert.ts';

/** The names of tags in the database and in answers. Rows that are older than a tag lack it. */
const tagNames = {
  tornado: 'tornado',
  damageThreat: 'damage_threat',
  hailIn: 'hail_in',
  hailThreat: 'hail_threat',
  windMph: 'wind_mph',
  windThreat: 'wind_threat',
  flashFlood: 'flash_flood',
  rainfallRate: 'rainfall_rate',
  damFailure: 'dam_failure',
  leveeFailure: 'levee_failure',
  waterspout: 'waterspout',
  landspout: 'landspout',
  snowSquall: 'snow_squall',
  snowSquallImpact: 'snow_squall_impact',
  pds: 'pds',
  emergency: 'emergency',
} as const satisfies Record<keyof AlertTags, string>;

type TagNames = typeof tagNames;
const tagFields = Object.entries(tagNames) as [keyof AlertTags, TagNames[keyof AlertTags]][];

/** Tags by their names in the database and in answers. */
type NamedTags = { [Field in keyof AlertTags as TagNames[Field]]: AlertTags[Field] };

/** The JSON columns of an alert, as they are stored: their keys are snake_case, as names of columns are. */
export interface JsonColumns {
  tags: Partial<NamedTags>;
  motion: { from_deg: number; speed_kt: number; observed_at: string; points: StormMotion['points'] } | null;
}

/** A row, in which the keys of JSON are as they are stored. */
export type AsStored<Row> = Omit<Row, keyof JsonColumns> & JsonColumns;

/** Tags by the names that they have in the database and in answers. */
export function namedTags(tags: AlertTags): NamedTags {
  return Object.fromEntries(tagFields.map(([field, name]) => [name, tags[field]])) as NamedTags;
}

/** An alert with its JSON columns as they are stored. A digest of it does not change with the names of fields. */
export function toStored<T extends Pick<AlertContent, 'tags' | 'motion'>>(
  alert: T,
): Omit<T, 'tags' | 'motion'> & JsonColumns {
  const { tags, motion } = alert;
  return {
    ...alert,
    tags: namedTags(tags),
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
  return Object.fromEntries(tagFields.map(([field, name]) => [field, tags[name] ?? null])) as unknown as AlertTags;
}

/** The motion of a row. */
export function readMotion(motion: JsonColumns['motion']): StormMotion | null {
  if (!motion) return null;
  const { from_deg, speed_kt, observed_at, points } = motion;
  return { fromDeg: from_deg, speedKt: speed_kt, observedAt: observed_at, points };
}
