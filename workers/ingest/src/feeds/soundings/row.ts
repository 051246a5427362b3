import { hourMs } from '@severe/async';
import type { SoundingProfile } from '@severe/db';
import { mpsPerKnot } from '@severe/geo';

/** A radiosonde profile, surface first. All lists have one entry per level; null is a missing value. */
export interface SoundingRow {
  /** Station as named by the source: `KOUN`, `OUN` or the WMO number `72558`. */
  station: string;
  source: 'iem' | 'uwyo' | 'igra';
  /** Nominal hour, 00 or 12 UTC for most. The balloon is launched up to an hour before it, or up to half an hour after. */
  at: Date;
  /** Launch position, if the source has it. The site list of IEM is wrong by up to 184 km. */
  lon: number | null;
  lat: number | null;
  elevationM: number | null;
  /** Pressure decreases from level to level. */
  profile: SoundingProfile;
}

export interface Level {
  pressureHpa: number | null;
  heightM: number | null;
  temperatureC: number | null;
  dewpointC: number | null;
  windDirDeg: number | null;
  windSpeedKt: number | null;
}

/**
 * Converts levels to lists in the order of the ascent, each pressure once. Levels without a pressure, and levels with
 * only pressure and height (mandatory levels below the ground), are omitted.
 */
export function profileOf(levels: Level[]): SoundingProfile {
  const full = levels.filter(
    ({ pressureHpa, temperatureC, dewpointC, windDirDeg, windSpeedKt }) =>
      pressureHpa !== null &&
      pressureHpa > 0 &&
      [temperatureC, dewpointC, windDirDeg, windSpeedKt].some((v) => v !== null),
  );
  const seen = new Set<number>();
  const ascent = full
    .toSorted((a, b) => Number(b.pressureHpa) - Number(a.pressureHpa))
    .filter(({ pressureHpa }) => !seen.has(pressureHpa as number) && seen.add(pressureHpa as number));
  return {
    pressureHpa: ascent.map((level) => level.pressureHpa as number),
    heightM: ascent.map((level) => level.heightM),
    temperatureC: ascent.map((level) => level.temperatureC),
    dewpointC: ascent.map((level) => level.dewpointC),
    windDirDeg: ascent.map((level) => level.windDirDeg),
    windSpeedKt: ascent.map((level) => level.windSpeedKt),
  };
}

/** Converts m/s to knots, rounded to tenths. */
export function knotsOf(metresPerSecond: number): number {
  return Math.round((metresPerSecond / mpsPerKnot) * 10) / 10;
}

/**
 * The nominal hour of a release: the nearest one, but a balloon for 00, 06, 12 or 18 UTC may be released from an hour before it.
 *
 * @see NWS Manual 10-1401, release windows
 */
export function nominalHour(release: Date): Date {
  const hours = release.getTime() / hourMs;
  const isBeforeSynoptic = release.getUTCHours() % 6 === 5;
  return new Date((isBeforeSynoptic ? Math.floor(hours) + 1 : Math.round(hours)) * hourMs);
}
