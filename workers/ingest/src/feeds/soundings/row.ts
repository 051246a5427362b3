import type { SoundingProfile } from '@severe/db';

/** A radiosonde profile, surface first. All lists have one entry a level; null is what was not measured there. */
export interface SoundingRow {
  /** As the source names it: `KOUN`, `OUN` or the WMO number `72558`. */
  station: string;
  source: 'iem' | 'uwyo' | 'igra';
  /** The nominal hour, 00 or 12 UTC for most; the balloon is let go up to an hour before. */
  at: Date;
  /** Where the balloon was let go, when the source says; IEM's own list of sites is wrong by up to 184 km. */
  lon: number | null;
  lat: number | null;
  elevationM: number | null;
  /** Pressure falls from level to level. */
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
 * Levels as lists. Levels without a pressure, and those that hold nothing but pressure and height (mandatory levels that
 * lie below the ground), are left out; the rest is put in the order of the ascent, each pressure once.
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

/** Metres a second in knots, to the tenth. */
export function knotsOf(metresPerSecond: number): number {
  return Math.round(((metresPerSecond * 3600) / 1852) * 10) / 10;
}
