import type { Point } from '@severe/geo';

/** Sources that an assessment is made from, by their ids in `/meta/sources`. */
export const assessedSources = [
  'alerts',
  'watches',
  'discussions',
  'outlooks',
  'eros',
  'reports',
  'observations',
  'lightning',
  'radar',
  'hrrr',
] as const;
export type AssessedSource = (typeof assessedSources)[number];

/** An alert in force that covers the place, as far as the rules need it. */
export interface KnownAlert {
  id: number;
  event: string;
  /** `Extreme`, `Severe`, `Moderate`, `Minor` or `Unknown`. */
  severity: string;
  hasPolygon: boolean;
  tags: {
    tornado: string | null;
    damageThreat: string | null;
    hailIn: number | null;
    windMph: number | null;
    flashFlood: string | null;
    pds: boolean;
    emergency: boolean;
  };
  /** Begin of the hazard; null if it has begun. */
  onset: Date | null;
  /** When it is over, unless a message ends it. */
  expires: Date;
}

/** A watch in force that covers the place. */
export interface KnownWatch {
  id: number;
  number: number;
  /** Null for a kind that is not known. */
  type: 'TOR' | 'SVR' | null;
  pds: boolean | null;
  expiresAt: Date;
}

/** A mesoscale discussion in force that covers the place. */
export interface KnownDiscussion {
  id: number;
  number: number;
  watchConfidence: number | null;
  expiresAt: Date;
}

/** An area of a convective or excessive rainfall outlook that covers the place. */
export interface KnownOutlook {
  id: number;
  day: number;
  type: string;
  /** `MDT`, or a percentage as text. */
  risk: string;
  /** Convective: `TSTM` 1 to `HIGH` 6. Rainfall: `MRGL` 1 to `HIGH` 4. */
  riskRank: number | null;
  validFrom: Date;
  validTo: Date;
}

/** A storm report near the place. */
export interface KnownReport {
  type: 'tornado' | 'hail' | 'wind' | 'flood';
  /** Hail in inches, wind in miles per hour, tornadoes on the enhanced Fujita scale. */
  magnitude: number | null;
  at: Date;
  point: Point;
}

/** The newest observation of the nearest station. Metric units: °C, km/h. */
interface KnownObservation {
  at: Date;
  point: Point;
  temperatureC: number | null;
  windSpeedKmh: number | null;
  windGustKmh: number | null;
  windDirDeg: number | null;
  weather: string | null;
}

/** Flashes within `radiusKm` of the place in the last `minutes`. */
interface KnownLightning {
  count: number;
  radiusKm: number;
  minutes: number;
  newestAt: Date | null;
}

/** Composite reflectivity at and around the place. */
export interface KnownRadar {
  at: Date;
  /** dBZ at the place; null without echo. */
  hereDbz: number | null;
  /** Strongest echo within `radiusKm`; null without echo. */
  strongest: { dbz: number; point: Point } | null;
  radiusKm: number;
  /** Values at the place in the last half hour, oldest first; null without echo. */
  recent: { at: Date; dbz: number | null }[];
}

/** The next hour at the place, extrapolated from the radar. */
export interface KnownNextHour {
  /** Time of the radar image from which it begins. */
  from: Date;
  /** dBZ at the place in that image; null without echo. */
  hereDbz: number | null;
  /** Chances of rain in percent, the nearest first. */
  steps: { at: Date; chance: number }[];
}

/** A storm that moves: of a warning, or a cell that the radar tracks. */
export interface MovingStorm {
  /** The alert that gives the motion; null for a cell without a warning. */
  alertId: number | null;
  /** The tracked cell; null for a storm of an alert. */
  cellId: string | null;
  /** Event of the alert; null for a cell. */
  event: string | null;
  tags: Pick<KnownAlert['tags'], 'tornado' | 'hailIn' | 'windMph'> | null;
  /** Maximum reflectivity of a cell. */
  maxDbz: number | null;
  motion: StormTrack;
}

/** Where a storm was observed, and how it moves. */
export interface StormTrack {
  observedAt: Date;
  /** One position, or the positions along a line of storms, in order. */
  points: Point[];
  /** Direction of movement, degrees clockwise from north. */
  towardDeg: number;
  speedMps: number;
  /** Uncertainty of the direction. Default: `cone.spreadDeg`. */
  spreadDeg?: number;
}

/** One hour of the HRRR at the place, by the keys of `/models/hrrr/point`. */
export interface KnownHour {
  at: Date;
  values: Record<string, number | null>;
}

/**
 * Everything that is known around a place at a time. Lists contain only what covers the place (areas) or is near it
 * (reports, storms), in any order. A source in `unavailable` may have old content or none: a list that is empty because
 * its source is unavailable means nothing.
 */
export interface Situation {
  now: Date;
  place: Point;
  alerts: KnownAlert[];
  watches: KnownWatch[];
  discussions: KnownDiscussion[];
  /** Issuances that have not ended, and of the superseded ones the one that covers now. */
  outlooks: KnownOutlook[];
  eros: KnownOutlook[];
  reports: KnownReport[];
  observation: KnownObservation | null;
  lightning: KnownLightning | null;
  radar: KnownRadar | null;
  nextHour: KnownNextHour | null;
  storms: MovingStorm[];
  unavailable: AssessedSource[];
}

/** What a situation contains when nothing is known about a place, and nothing is unavailable. */
export const nothingKnown: Omit<Situation, 'now' | 'place'> = {
  alerts: [],
  watches: [],
  discussions: [],
  outlooks: [],
  eros: [],
  reports: [],
  observation: null,
  lightning: null,
  radar: null,
  nextHour: null,
  storms: [],
  unavailable: [],
};

/** Reports older than this are not what is happening. */
const recentReportsMs = 3 * 3_600_000;

/** Reports of the last three hours. */
export function recentReports({ reports, now }: Pick<Situation, 'reports' | 'now'>): KnownReport[] {
  return reports.filter(({ at }) => at <= now && now.getTime() - at.getTime() <= recentReportsMs);
}

/** Sources that do not exist outside the contiguous United States. */
const regional: readonly AssessedSource[] = ['radar', 'outlooks'];

/** Sources that do not reach the place: it has no radar values, and they are not unavailable. */
export function uncovered({ radar, unavailable }: Pick<Situation, 'radar' | 'unavailable'>): readonly AssessedSource[] {
  return radar === null && !unavailable.includes('radar') ? regional : [];
}
