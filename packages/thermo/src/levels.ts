import { dryGas, gravity, mixingRatio, virtual, zeroCelsius } from './moisture.ts';

/** A radiosonde profile: arrays of equal length with decreasing pressure; null for a missing value. */
export interface Profile {
  pressureHpa: number[];
  /** Above sea level. */
  heightM: (number | null)[];
  temperatureC: (number | null)[];
  dewpointC: (number | null)[];
  /** Direction from which the wind blows. */
  windDirDeg: (number | null)[];
  windSpeedKt: (number | null)[];
}

/** A level with a temperature. */
export interface AirLevel {
  /** hPa. */
  pressure: number;
  /** Metres above the ground. */
  height: number;
  /** Kelvin. */
  kelvin: number;
  /** Kelvin; undefined without a humidity measurement, which counts as dry air. */
  dewpoint: number | undefined;
  /** Virtual temperature, kelvin. */
  virtual: number;
}

/** A level with a wind: height above ground (m), and components to the east and north (m/s). */
export interface WindLevel {
  height: number;
  u: number;
  v: number;
}

const metresPerSecondPerKnot = 1852 / 3600;

/** Lowest pressure of any ground. */
const highestGroundHpa = 500;

/** Largest distance of the lowest temperature from the first level, hPa. Beyond it, the ground is missing. */
const lowestWithinHpa = 20;

/**
 * The levels with temperatures, surface first. Missing heights are computed from the mean virtual temperature of a
 * layer. Empty if the profile has no temperature and humidity near the ground.
 */
export function airLevels(profile: Profile): AirLevel[] {
  const levels: AirLevel[] = [];
  let ground: number | undefined;
  for (const [i, pressure] of profile.pressureHpa.entries()) {
    const celsius = profile.temperatureC[i];
    const before = levels.at(-1);
    if (!plausible(celsius) || (before && pressure >= before.pressure)) continue;
    const kelvin = celsius + zeroCelsius;
    const dew = profile.dewpointC[i];
    const dewpoint = plausible(dew) ? Math.min(dew, celsius) + zeroCelsius : undefined;
    const lowest = Math.max(highestGroundHpa, profile.pressureHpa[0] - lowestWithinHpa);
    if (!before && (dewpoint === undefined || pressure < lowest)) return [];
    const density = virtual(kelvin, dewpoint === undefined ? 0 : mixingRatio(pressure, dewpoint));
    const level = { pressure, height: 0, kelvin, dewpoint, virtual: density };
    const measured = profile.heightM[i];
    if (!before) ground = measured ?? undefined;
    else if (measured !== null && ground !== undefined) level.height = measured - ground;
    else level.height = before.height + thickness(before, level);
    // The height of the ground is missing: compute it from the first measured height.
    if (before && ground === undefined && measured !== null) {
      level.height = before.height + thickness(before, level);
      ground = measured - level.height;
    }
    levels.push(level);
  }
  return levels;
}

/** Whether a temperature or dew point is physical. Models write very low dew points where there is almost no vapour. */
function plausible(celsius: number | null): celsius is number {
  return celsius !== null && celsius > -110 && celsius < 60;
}

function thickness(below: AirLevel, above: AirLevel): number {
  const mean = (below.virtual + above.virtual) / 2;
  return ((dryGas * mean) / gravity) * Math.log(below.pressure / above.pressure);
}

/** The levels with winds, also without a temperature. Heights are measured or interpolated between the `air` levels. */
export function windLevels(profile: Profile, air: AirLevel[]): WindLevel[] {
  const ground = groundOf(profile, air);
  const levels: WindLevel[] = [];
  for (const [i, pressure] of profile.pressureHpa.entries()) {
    const [direction, knots] = [profile.windDirDeg[i], profile.windSpeedKt[i]];
    if (direction === null || knots === null || knots < 0 || knots > 400) continue;
    const measured = profile.heightM[i];
    const height = measured !== null && ground !== undefined ? measured - ground : heightAt(air, pressure);
    if (height === undefined || height <= (levels.at(-1)?.height ?? -1)) continue;
    const speed = knots * metresPerSecondPerKnot;
    const angle = (direction * Math.PI) / 180;
    levels.push({ height, u: -speed * Math.sin(angle), v: -speed * Math.cos(angle) });
  }
  return levels;
}

function groundOf(profile: Profile, air: AirLevel[]): number | undefined {
  const at = profile.heightM.findIndex((height) => height !== null);
  if (at < 0) return undefined;
  const above = heightAt(air, profile.pressureHpa[at]);
  return above === undefined ? undefined : (profile.heightM[at] as number) - above;
}

/** Height above ground of a pressure, interpolated in its logarithm; undefined outside the levels. */
function heightAt(air: AirLevel[], pressure: number): number | undefined {
  return between(air, pressure, ({ height }) => height);
}

/** A value at a pressure, interpolated in its logarithm; undefined outside the levels. */
export function between(air: AirLevel[], pressure: number, valueOf: (level: AirLevel) => number): number | undefined {
  let [low, high] = [0, air.length - 1];
  if (!(pressure <= air[low]?.pressure && pressure >= air[high].pressure)) return undefined;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (air[middle].pressure >= pressure) low = middle;
    else high = middle;
  }
  if (low === high) return valueOf(air[low]);
  const [below, above] = [air[low], air[high]];
  const share = Math.log(below.pressure / pressure) / Math.log(below.pressure / above.pressure);
  return valueOf(below) + share * (valueOf(above) - valueOf(below));
}
