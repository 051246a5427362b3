import { sources } from '@severe/catalogue';
import { alertEvent, squareAt } from '@severe/db/testing/rows/alert-event';
import { county } from '@severe/db/testing/rows/county';
import { damageTrack } from '@severe/db/testing/rows/damage-track';
import { flash, granule } from '@severe/db/testing/rows/granule';
import { listedWatch } from '@severe/db/testing/rows/listed-watch';
import { observation } from '@severe/db/testing/rows/observation';
import { outlookArea, rainfallArea } from '@severe/db/testing/rows/outlook-area';
import { report } from '@severe/db/testing/rows/report';
import { toldDiscussion } from '@severe/db/testing/rows/told-discussion';
import type { Database } from '@severe/db';
import { UpstreamError } from '@severe/base';
import type { PointValues } from '../../src/situation/point-values.ts';
import { insertHrrrFrame } from './hrrr-frame.ts';
import { someTime, startTestApi, type TestService } from './service.ts';

/** A place in the tornado warning of the tests, downstream of its storm. */
export const norman = 'lat=35.22&lon=-97.42';
/** A place without weather. */
export const seattle = 'lat=47.6062&lon=-122.3321';

/**
 * A service with the storm, and with sources that are up to date.
 *
 * @param points the values that it reads
 * @param stale  sources whose last data are hours old
 */
export async function startStormService(
  points: () => PointValues = stormValues,
  stale: readonly string[] = [],
): Promise<TestService> {
  const service = await startTestApi(() => ({ points }));
  await storeStorm(service.db);
  await feedSources(service.db, stale);
  return service;
}

/** Stores one record of every kind around Norman, Oklahoma, at the time of the tests. */
async function storeStorm({
  zones,
  alerts,
  watches,
  discussions,
  outlooks,
  eros,
  reports,
  observations,
  lightning,
  damageTracks,
}: Database): Promise<void> {
  const king = county({
    ugc: 'WAC033',
    state: 'WA',
    name: 'King',
    wfo: 'SEW',
    shape: JSON.stringify(squareAt(-122.6, 47.2, 1)),
  });
  await zones.put([county(), king]);
  await alerts.store([
    alertEvent(),
    alertEvent({ eventKey: 'OUN.FA.Y.0001.2026', event: 'Flood Advisory', severity: 'Minor', polygon: null, motion: null, tags: { ...alertEvent().tags, tornado: null, hailIn: null } }), // prettier-ignore
  ]);
  await watches.store([listedWatch()], true);
  await discussions.store([toldDiscussion()]);
  await outlooks.replace('day1otlk_cat', [outlookArea()]);
  await eros.replace('ero_day1', [rainfallArea()]);
  await reports.store([report()]);
  await observations.store([observation()]);
  await lightning.store(granule({ flashes: [flash()] }));
  await damageTracks.store([damageTrack()], undefined);
}

/** Makes every source current, apart from those whose last data are hours old. */
export async function feedSources(db: Database, stale: readonly string[] = []): Promise<void> {
  const now = new Date(someTime).getTime();
  for (const { id, cadenceSeconds } of sources) {
    const age = stale.includes(id) ? 6 * cadenceSeconds : 1;
    const at = new Date(now - 1000 * age);
    await db.sourceRuns.record({ feed: id, source: id, startedAt: at, durationMs: 10, dataAt: at });
  }
  await insertHrrrFrame(db, stale.includes('hrrr') ? '2026-05-20T10:00:00Z' : '2026-05-20T22:00:00Z', 0);
}

/** Values of a storm southwest of Norman, and a forecast of three hours. */
export function stormValues(): PointValues {
  return {
    async forecast({ lat, hours }) {
      if (lat > 50) return undefined;
      const times = [22, 23, 24].slice(0, hours).map((hour) => new Date(Date.UTC(2026, 4, 20, hour)));
      const run = { runAt: new Date('2026-05-20T21:00:00Z') };
      return {
        elevationM: 357,
        run,
        times,
        variables: { cape_jkg: times.map((_, i) => 3200 - i), refc_dbz: times.map(() => null) },
      };
    },
    async radarAround() {
      const at = new Date('2026-05-20T22:16:00Z');
      return { at, here: 52.5, strongest: { value: 61, at: { lat: 35.2, lon: -97.5 } }, recent: [{ at, value: 52.5 }] };
    },
    async nextHour() {
      const from = new Date('2026-05-20T22:16:00Z');
      const chances = [95, 90, 80, 60, 40, 20, 10, 5, 0, 0, 0, 0];
      return {
        from,
        hereDbz: 52.5,
        steps: chances.map((chance, i) => ({ at: minutesAfter(from, 5 * (i + 1)), chance })),
      };
    },
    async radarInside() {
      return { value: 11.5, at: { lat: 35.21, lon: -97.48 }, time: new Date('2026-05-20T22:16:00Z') };
    },
  };
}

/** Values of a store that is down. */
export function noValues(): PointValues {
  const fail = async () => {
    throw new UpstreamError('object store', 'down');
  };
  return { forecast: fail, radarAround: fail, nextHour: fail, radarInside: fail };
}

const minutesAfter = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000);
