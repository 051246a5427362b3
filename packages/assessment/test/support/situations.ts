import * as fc from 'fast-check';
import {
  assessedSources,
  type KnownAlert,
  type KnownDiscussion,
  type KnownOutlook,
  type KnownWatch,
  type MovingStorm,
  type Situation,
} from '@severe/assessment';
import { destination } from '@severe/geo';

/** A time on the storm day of the tests, and a place: Norman, Oklahoma. */
export const now = new Date('2026-05-20T22:18:00Z');
export const place = { lat: 35.22, lon: -97.44 };
const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

const noTags: KnownAlert['tags'] = {
  tornado: null,
  damageThreat: null,
  hailIn: null,
  windMph: null,
  flashFlood: null,
  pds: false,
  emergency: false,
};

/** A situation in which nothing happens and every source is available. */
export function quiet(change: Partial<Situation> = {}): Situation {
  return {
    now,
    place,
    alerts: [],
    watches: [],
    discussions: [],
    outlooks: [],
    eros: [],
    reports: [],
    observation: null,
    lightning: { count: 0, radiusKm: 16, minutes: 15, newestAt: null },
    radar: { at: later(-2), hereDbz: null, strongest: null, radiusKm: 40, recent: [] },
    nextHour: null,
    storms: [],
    unavailable: [],
    ...change,
  };
}

/** An alert; default: a tornado warning for 27 minutes, indicated by radar. */
export function alert(
  change: Partial<Omit<KnownAlert, 'tags'>> & { tags?: Partial<KnownAlert['tags']> } = {},
): KnownAlert {
  const { tags, ...rest } = change;
  return {
    id: 1,
    event: 'Tornado Warning',
    severity: 'Extreme',
    hasPolygon: true,
    onset: null,
    expires: later(27),
    ...rest,
    tags: { ...noTags, ...tags },
  };
}

export function watch(change: Partial<KnownWatch> = {}): KnownWatch {
  return { id: 10, number: 212, type: 'TOR', pds: false, expiresAt: later(240), ...change };
}

export function discussion(change: Partial<KnownDiscussion> = {}): KnownDiscussion {
  return { id: 20, number: 845, watchConfidence: 80, expiresAt: later(90), ...change };
}

/** An outlook; default: a slight risk of day 1 that is valid now. */
export function outlook(change: Partial<KnownOutlook> = {}): KnownOutlook {
  const period = { validFrom: new Date('2026-05-20T20:00:00Z'), validTo: new Date('2026-05-21T12:00:00Z') };
  return { id: 30, day: 1, type: 'categorical', risk: 'SLGT', riskRank: 3, ...period, ...change };
}

/** A storm of a warning; default: 18 km southwest of the place, moving northeast at 18 m/s. */
export function storm(
  change: Partial<Omit<MovingStorm, 'motion'>> & {
    km?: number;
    fromDeg?: number;
    motion?: Partial<MovingStorm['motion']>;
  } = {},
): MovingStorm {
  const { km = 18, fromDeg = 225, motion, ...rest } = change;
  return {
    alertId: 1,
    cellId: null,
    event: 'Tornado Warning',
    tags: { tornado: 'RADAR INDICATED', hailIn: null, windMph: null },
    maxDbz: null,
    ...rest,
    motion: {
      observedAt: now,
      points: [destination(place, fromDeg, km * 1000)],
      towardDeg: (fromDeg + 180) % 360,
      speedMps: 18,
      ...motion,
    },
  };
}

const minutes = (min: number, max: number) => fc.integer({ min, max }).map(later);
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const events = [
  'Tornado Warning',
  'Severe Thunderstorm Warning',
  'Flash Flood Warning',
  'Flood Advisory',
  'Special Weather Statement',
  'Tornado Watch',
  'Severe Thunderstorm Watch',
  'Red Flag Warning',
  'Winter Weather Advisory',
  'Air Quality Alert',
  'Hurricane Warning',
];

const alerts = fc.record({
  id: fc.integer({ min: 1, max: 99 }),
  event: fc.constantFrom(...events),
  severity: fc.constantFrom('Extreme', 'Severe', 'Moderate', 'Minor', 'Unknown'),
  hasPolygon: fc.boolean(),
  tags: fc.record({
    tornado: fc.constantFrom(null, 'OBSERVED', 'RADAR INDICATED', 'POSSIBLE'),
    damageThreat: fc.constantFrom(null, 'CONSIDERABLE'),
    hailIn: orNull(fc.constantFrom(0, 0.75, 1, 1.75, 4)),
    windMph: orNull(fc.constantFrom(0, 45, 60, 90)),
    flashFlood: fc.constantFrom(null, 'OBSERVED', 'RADAR INDICATED'),
    pds: fc.boolean(),
    emergency: fc.boolean(),
  }),
  onset: orNull(minutes(-60, 300)),
  expires: minutes(-5, 600),
});

const watches = fc.record({
  id: fc.integer({ min: 1, max: 99 }),
  number: fc.integer({ min: 1, max: 900 }),
  type: fc.constantFrom('TOR' as const, 'SVR' as const),
  pds: orNull(fc.boolean()),
  expiresAt: minutes(-5, 600),
});

const discussions = fc.record({
  id: fc.integer({ min: 1, max: 99 }),
  number: fc.integer({ min: 1, max: 2500 }),
  watchConfidence: orNull(fc.constantFrom(5, 40, 95)),
  expiresAt: minutes(-5, 120),
});

const outlooks = (risks: string[], firstRank: number) =>
  fc
    .record({
      id: fc.integer({ min: 1, max: 99 }),
      day: fc.integer({ min: 1, max: 3 }),
      rank: fc.integer({ min: 0, max: risks.length - 1 }),
      validFrom: minutes(-600, 600),
      hours: fc.integer({ min: 1, max: 24 }),
    })
    .map(({ rank, hours, validFrom, ...area }) => ({
      ...area,
      type: 'categorical',
      risk: risks[rank],
      riskRank: rank + firstRank,
      validFrom,
      validTo: new Date(validFrom.getTime() + hours * 3_600_000),
    }));

const around = fc
  .record({ bearing: fc.integer({ min: 0, max: 359 }), km: fc.integer({ min: 0, max: 120 }) })
  .map(({ bearing, km }) => destination(place, bearing, km * 1000));

const storms = fc
  .record({
    alertId: orNull(fc.integer({ min: 1, max: 99 })),
    tornado: fc.constantFrom(null, 'OBSERVED', 'RADAR INDICATED', 'POSSIBLE'),
    points: fc.array(around, { minLength: 1, maxLength: 4 }),
    towardDeg: fc.integer({ min: 0, max: 359 }),
    speedMps: fc.integer({ min: 0, max: 35 }),
    observedAt: minutes(-50, 1),
    maxDbz: fc.integer({ min: 35, max: 72 }),
  })
  .map(({ alertId, tornado, maxDbz, ...motion }): MovingStorm => ({
    alertId,
    cellId: alertId === null ? 'c1' : null,
    event: alertId === null ? null : 'Tornado Warning',
    tags: alertId === null ? null : { tornado, hailIn: null, windMph: null },
    maxDbz: alertId === null ? maxDbz : null,
    motion,
  }));

const anythingNow: fc.Arbitrary<Situation> = fc.record({
  now: fc.constant(now),
  place: fc.constant(place),
  alerts: fc.uniqueArray(alerts, { maxLength: 4, selector: ({ id }) => id }),
  watches: fc.uniqueArray(watches, { maxLength: 2, selector: ({ id }) => id }),
  discussions: fc.uniqueArray(discussions, { maxLength: 2, selector: ({ id }) => id }),
  outlooks: fc.array(outlooks(['TSTM', 'MRGL', 'SLGT', 'ENH', 'MDT', 'HIGH'], 1), { maxLength: 3 }),
  eros: fc.array(outlooks(['MRGL', 'SLGT', 'MDT', 'HIGH'], 1), { maxLength: 2 }),
  reports: fc.array(
    fc.record({
      type: fc.constantFrom('tornado' as const, 'hail' as const, 'wind' as const, 'flood' as const),
      magnitude: orNull(fc.constantFrom(1, 1.75, 60)),
      at: minutes(-1400, 1),
      point: around,
    }),
    { maxLength: 3 },
  ),
  observation: orNull(
    fc.record({
      at: minutes(-60, 0),
      point: around,
      temperatureC: orNull(fc.integer({ min: -40, max: 48 })),
      windSpeedKmh: orNull(fc.integer({ min: 0, max: 120 })),
      windGustKmh: orNull(fc.integer({ min: 0, max: 180 })),
      windDirDeg: orNull(fc.integer({ min: 0, max: 360 })),
      weather: fc.constant(null),
    }),
  ),
  lightning: orNull(
    fc.record({
      count: fc.integer({ min: 0, max: 400 }),
      radiusKm: fc.constant(16),
      minutes: fc.constant(15),
      newestAt: fc.constant(null),
    }),
  ),
  radar: orNull(
    fc.record({
      at: fc.constant(now),
      hereDbz: orNull(fc.integer({ min: 5, max: 72 })),
      strongest: orNull(fc.record({ dbz: fc.integer({ min: 5, max: 75 }), point: around })),
      radiusKm: fc.constant(40),
      recent: fc.constant([]),
    }),
  ),
  nextHour: orNull(
    fc
      .record({
        hereDbz: orNull(fc.integer({ min: 5, max: 72 })),
        age: fc.integer({ min: 0, max: 20 }),
        chances: fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 12 }),
      })
      .map(({ hereDbz, age, chances }) => ({
        from: later(-age),
        hereDbz,
        steps: chances.map((chance, i) => ({ at: later(5 * (i + 1) - age), chance })),
      })),
  ),
  storms: fc.array(storms, { maxLength: 3 }),
  unavailable: fc.subarray([...assessedSources]),
});

/** Times at the seams of days and outlooks: midnight UTC, midnight at the place, the start of a day of outlooks. */
const seams = ['2026-05-20T23:59:59Z', '2026-05-21T00:00:00Z', '2026-05-21T04:59:30Z', '2026-05-21T11:59:00Z', '2026-05-21T12:00:00Z']; // prettier-ignore
const shifts = [0, ...seams.map((seam) => Date.parse(seam) - now.getTime())];

/** A copy in which every time is later. */
function shifted<T>(value: T, ms: number): T {
  if (value instanceof Date) return new Date(value.getTime() + ms) as T;
  if (Array.isArray(value)) return value.map((item: unknown) => shifted(item, ms)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [key, shifted(item, ms)]),
  ) as T;
}

/** Any situation, also contradictory ones: sources disagree in reality too. Some are at the seam of a day. */
export const anySituation: fc.Arbitrary<Situation> = fc
  .tuple(anythingNow, fc.constantFrom(...shifts))
  .map(([situation, ms]) => shifted(situation, ms));
