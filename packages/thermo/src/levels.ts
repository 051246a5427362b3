import { dryGas, gravity, mixingRatio, virtual, zeroCelsius } from './moisture.ts';

/** A radiosonde profile: lists of equal length, pressure falling; null is what was not measured on a level. */
export interface Profile {
  pressureHpa: number[];
  /** Above the sea. */
  heightM: (number | null)[];
  temperatureC: (number | null)[];
  dewpointC: (number | null)[];
  /** Where the wind comes from. */
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
  /** Kelvin; undefined where no humidity was measured, which counts as dry. */
  dewpoint: number | undefined;
  /** Virtual temperature, kelvin. */
  virtual: number;
}

/** A level with a wind: metres above the ground, and metres a second towards the east and the north. */
export interface WindLevel {
  height: number;
  u: number;
  v: number;
}

const metresPerSecondPerKnot = 1852 / 3600;

/** No ground lies higher. */
const highestGroundHpa = 500;

/** The lowest levels may lie this far above the first one with any value, for otherwise the ground is missing. */
const lowestWithinHpa = 20;

/**
 * The levels with temperatures, surface first. Heights that are missing follow from the layer's mean virtual temperature.
 * Empty when the profile does not begin with temperature and humidity near the ground, for then nothing can be lifted.
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
    // The height of the ground was not measured: it follows from the first one that was.
    if (before && ground === undefined && measured !== null) {
      level.height = before.height + thickness(before, level);
      ground = measured - level.height;
    }
    levels.push(level);
  }
  return levels;
}

/** Models write dew points far below any that was measured where there is next to no vapour. */
function plausible(celsius: number | null): celsius is number {
  return celsius !== null && celsius > -110 && celsius < 60;
}

function thickness(below: AirLevel, above: AirLevel): number {
  const mean = (below.virtual + above.virtual) / 2;
  return ((dryGas * mean) / gravity) * Math.log(below.pressure / above.pressure);
}

/** The levels with winds, those without a temperature too; their heights are measured, or lie between the `air` levels. */
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

/** Height above the ground of a pressure, linear in its logarithm; undefined outside the levels. */
function heightAt(air: AirLevel[], pressure: number): number | undefined {
  return between(air, pressure, ({ height }) => height);
}

/** A value at a pressure, linear in its logarithm; undefined outside the levels. */
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
