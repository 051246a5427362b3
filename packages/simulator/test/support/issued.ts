import { memoizeBytes } from '@severe/async';
import { bulletinsAt, productCodes } from '../../src/bulletins/bulletin.ts';
import { openCenterArchive } from '../../src/center/archive.ts';
import { openFutureEvents } from '../../src/center/future-events.ts';
import { openOutlooks } from '../../src/center/outlooks.ts';
import { openRainOutlooks } from '../../src/center/rain-outlooks.ts';
import { convectiveIssues, rainIssues, type Issue } from '../../src/center/schedule.ts';
import { hourMs, minuteMs } from '../../src/model/plane.ts';
import { openObservations } from '../../src/observations/observation.ts';
import { openReportArchive } from '../../src/reports/archive.ts';
import { radarBucket } from '../../src/server/radar-bucket.ts';
import { satelliteBucket } from '../../src/server/satellite-bucket.ts';
import { createSatelliteRenderer, satellites } from '../../src/satellite/renderer.ts';
import { soundingsOf } from '../../src/soundings/list.ts';
import { openSurveyArchive } from '../../src/surveys/archive.ts';
import { openWarningArchive } from '../../src/warnings/archive.ts';
import { urnOf } from '../../src/warnings/feature.ts';

/** Something that a simulated provider has issued. Times are milliseconds since 1970. */
export interface Issued {
  /** Unique within its source. */
  name: string;
  /** What several messages are about. Default: each item is about itself. */
  about?: string;
  /** When a client can fetch it first. */
  from: number;
  /** When it is listed no more. Default: later than any period. */
  until?: number;
}

const dayMs = 24 * hourMs;
const iso = (at: number): string => new Date(at).toISOString();

/**
 * What the simulated providers issue in a period, computed from the simulated weather and not from responses. Names are
 * those of the providers: identifiers of alerts, `2026/412` of watches, names of files, or place and time.
 *
 * @param from start of the period
 * @param to   its end
 */
export const issuedBy: Record<string, (seed: number, from: number, to: number) => Issued[]> = {
  alerts: (seed, from, to) =>
    openWarningArchive(seed)
      .between(from - hourMs, to)
      .flatMap((warning) =>
        warning.messages.map(({ action, sentAt, endsAt }, i, all) => ({
          name: urnOf(seed, warning, i),
          about: warning.key,
          from: sentAt,
          // Cancellations and ends are not listed.
          until: ['CAN', 'EXP'].includes(action) ? sentAt : Math.min(endsAt, all[i + 1]?.sentAt ?? Infinity),
        })),
      ),

  reports: (seed, from, to) =>
    openReportArchive(seed)
      .between(from, to, to)
      .map(({ at, place, issuedAt }) => ({
        name: `${iso(at)} ${place.lon.toFixed(2)} ${place.lat.toFixed(2)}`,
        from: issuedAt,
      })),

  watches: (seed, from, to) => {
    const center = openCenterArchive(seed);
    return steps(from, to, hourMs).flatMap((at) =>
      center.watches(at, at).map(({ year, number, issuedAt, expiresAt }) => ({
        name: `${year}/${number}`,
        from: issuedAt,
        until: expiresAt,
      })),
    );
  },

  discussions: (seed, from, to) => {
    const center = openCenterArchive(seed);
    return steps(from, to, hourMs / 4).flatMap((at) =>
      center.discussions(at, at).map(({ year, number, issuedAt, expiresAt }) => ({
        name: `${year}/${number}`,
        from: issuedAt,
        until: expiresAt,
      })),
    );
  },

  outlooks: (seed, from, to) => {
    const outlooks = openOutlooks(openFutureEvents(seed));
    return [1, 2, 3].flatMap((day) =>
      issueTimes(convectiveIssues(day), from, to)
        .filter((at) => hasFeatures(outlooks.day(day, 'cat', at)?.body))
        .map((at) => ({ name: `day${day}otlk_cat ${iso(at)}`, from: at })),
    );
  },

  eros: (seed, from, to) => {
    const outlooks = openRainOutlooks(openFutureEvents(seed));
    return [1, 2, 3].flatMap((day) =>
      issueTimes(rainIssues(day), from, to)
        .filter((at) => hasFeatures(outlooks.day(day, at).body))
        .map((at) => ({ name: `day ${day} ${iso(at)}`, from: at })),
    );
  },

  text: (seed, from, to) =>
    productCodes.flatMap((code) => {
      const all = steps(from, to, dayMs).flatMap((at) => bulletinsAt(seed, code, at));
      return all.map(({ id, office, issuedAt }) => {
        const later = all.filter((each) => each.office.id === office.id && each.issuedAt > issuedAt);
        // Only the newest one of an office is of use.
        return { name: id, from: issuedAt, until: Math.min(...later.map((each) => each.issuedAt)) };
      });
    }),

  observations: (seed, from, to) => {
    const observationsAt = openObservations(seed);
    return steps(from, to, minuteMs).flatMap((now) =>
      observationsAt(now).map(({ station, at }) => ({ name: `${station.id} ${iso(at)}`, from: at + 4 * minuteMs })),
    );
  },

  soundings: (seed, from, to) =>
    steps(Math.floor(from / dayMs) * dayMs, to, hourMs).flatMap((at) => {
      const { profiles } = soundingsOf(seed, at, to) as { profiles: { station: string }[] };
      return profiles.map(({ station }) => ({ name: `${station} ${iso(at)}`, from: at + 70 * minuteMs }));
    }),

  lightning: (seed, from, to) =>
    satellites.flatMap((satellite) => {
      const bucket = satelliteBucket(seed, to - from, noCache, createSatelliteRenderer(seed), satellite);
      return bucket
        .objects(to, 'GLM-L2-LCFA')
        .map(({ key, modified }) => ({ name: key.slice(key.lastIndexOf('/') + 1), from: modified }));
    }),

  damage_tracks: (seed, from, to) =>
    openSurveyArchive(seed)
      .between(from, to, to)
      .map(({ number, publishedAt }) => ({ name: String(number), from: publishedAt })),

  radar: (seed, from, to) =>
    radarBucket(seed, to - from, noCache)
      .objects(to, '')
      .map(({ key, modified }) => {
        const [, folder, ...parts] = /^CONUS\/([^/]+)\/(....)(..)(..)\/.*-(..)(..)..\.grib2/.exec(key)!;
        const [year, month, day, hour, minute] = parts.map(Number); // the time of a frame is that of its minute
        return { name: `${folder} ${iso(Date.UTC(year, month - 1, day, hour, minute))}`, from: modified };
      }),
};

/** Of files, none of which is made here: their names and times suffice. */
const noCache = memoizeBytes(1);

function steps(from: number, to: number, everyMs: number): number[] {
  const count = Math.floor((to - from) / everyMs);
  return [...Array.from({ length: count + 1 }, (_, i) => from + i * everyMs), to];
}

function issueTimes(issues: Issue[], from: number, to: number): number[] {
  return steps(Math.floor(from / dayMs) * dayMs, to, dayMs)
    .flatMap((date) => issues.map(({ at }) => Math.floor(date / dayMs) * dayMs + at * hourMs))
    .filter((at) => at >= from && at <= to);
}

function hasFeatures(body: { features?: unknown[] } | undefined): boolean {
  return (body?.features?.length ?? 0) > 0;
}
