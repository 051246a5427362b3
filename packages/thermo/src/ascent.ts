import { type AirLevel, between } from './levels.ts';
import { condensationLevel, dryGas, kappa, mixingRatio, moistSlope, virtual } from './moisture.ts';
import type { Parcel } from './parcels.ts';

/** The result of lifting a parcel. Energies in J/kg, heights in metres above ground; null if there is no such level. */
export interface Ascent {
  /** Positive buoyant energy between the level of free convection and the equilibrium level. */
  cape: number;
  /** Negative buoyant energy below the level of free convection, zero or less; zero without free convection. */
  cin: number;
  /** Environment minus parcel temperature at 500 hPa, K; null if the profile ends below. */
  liftedIndex: number | null;
  lclM: number;
  lfcM: number | null;
  /** Null also if the parcel is still buoyant at the top of the profile; the energy is then incomplete. */
  elM: number | null;
}

/** Step of the ascent in the logarithm of pressure: 5 hPa near the ground. */
const step = 0.005;

interface Point {
  logP: number;
  /** Virtual temperature of the parcel minus that of the environment, K. */
  excess: number;
  height: number;
}

/**
 * Lifts a parcel: dry-adiabatically to its condensation level, then pseudo-adiabatically to the top of the profile.
 * Buoyancy uses virtual temperatures, without the weight of condensed water.
 */
export function ascend(parcel: Parcel, air: AirLevel[]): Ascent {
  const lcl = condensationLevel(parcel.pressure, parcel.kelvin, parcel.dewpoint);
  const ratio = mixingRatio(parcel.pressure, parcel.dewpoint);
  const points: Point[] = [];
  let at500: number | null = null;
  let kelvin = parcel.kelvin;
  let pressure = parcel.pressure;
  const lclPressure = Math.min(lcl.pressure, parcel.pressure);

  for (const next of stops(parcel.pressure, lclPressure, air)) {
    kelvin =
      next >= lclPressure ? parcel.kelvin * (next / parcel.pressure) ** kappa : moistStep(pressure, kelvin, next);
    pressure = next;
    const vapour = next >= lclPressure ? ratio : mixingRatio(next, kelvin);
    const around = between(air, next, (level) => level.virtual);
    const height = between(air, next, (level) => level.height);
    if (around === undefined || height === undefined) continue;
    points.push({ logP: Math.log(next), excess: virtual(kelvin, vapour) - around, height });
    if (next === 500) at500 = (between(air, 500, (level) => level.kelvin) as number) - kelvin;
  }
  return { ...energies(points, Math.log(lclPressure)), liftedIndex: at500, lclM: lclHeight(lclPressure, air) };
}

/**
 * The pressures of the ascent: even steps of the logarithm, the condensation level, 500 hPa and every level of the
 * profile.
 */
function stops(from: number, lcl: number, air: AirLevel[]): number[] {
  const top = air[air.length - 1].pressure;
  const count = Math.floor(Math.log(from / top) / step);
  const even = Array.from({ length: count + 1 }, (_, i) => from * Math.exp(-i * step));
  const all = [...even, lcl, 500, ...air.map(({ pressure }) => pressure)];
  return [...new Set(all.filter((pressure) => pressure <= from && pressure >= top))].sort((a, b) => b - a);
}

/** One Runge-Kutta step along the moist adiabat. */
function moistStep(pressure: number, kelvin: number, next: number): number {
  const h = Math.log(next / pressure);
  const middle = Math.sqrt(pressure * next);
  const k1 = moistSlope(pressure, kelvin);
  const k2 = moistSlope(middle, kelvin + (h / 2) * k1);
  const k3 = moistSlope(middle, kelvin + (h / 2) * k2);
  const k4 = moistSlope(next, kelvin + h * k3);
  return kelvin + (h / 6) * (k1 + 2 * k2 + 2 * k3 + k4);
}

/** Height of the condensation level; at most the top of the profile. */
function lclHeight(pressure: number, air: AirLevel[]): number {
  return between(air, pressure, (level) => level.height) ?? air[air.length - 1].height;
}

/**
 * Free convection starts at the lowest point at or above the condensation level where the parcel is buoyant, and ends
 * at the highest point where it stops being so.
 */
function energies(points: Point[], lclLogP: number): Pick<Ascent, 'cape' | 'cin' | 'lfcM' | 'elM'> {
  const first = points.findIndex((point) => point.logP <= lclLogP + 1e-12 && point.excess > 0);
  if (first < 0) return { cape: 0, cin: 0, lfcM: null, elM: null };
  let last = points.length - 1;
  while (points[last].excess <= 0) last--;
  const rises = last === points.length - 1;
  let [cape, cin] = [0, 0];
  for (let i = 1; i <= Math.min(last + 1, points.length - 1); i++) {
    const [up, down] = areas(points[i - 1], points[i]);
    if (i >= first) cape += up;
    if (i <= first) cin += down;
  }
  return {
    cape,
    cin,
    lfcM: first === 0 ? points[0].height : crossing(points[first - 1], points[first]),
    elM: rises ? null : crossing(points[last], points[last + 1]),
  };
}

/** Positive and negative energy between two points, J/kg. */
function areas(below: Point, above: Point): [number, number] {
  const thick = dryGas * (below.logP - above.logP);
  const [a, b] = [below.excess, above.excess];
  if (a >= 0 && b >= 0) return [(thick * (a + b)) / 2, 0];
  if (a <= 0 && b <= 0) return [0, (thick * (a + b)) / 2];
  const share = a / (a - b);
  const halves = [(thick * share * a) / 2, (thick * (1 - share) * b) / 2];
  return a > 0 ? [halves[0], halves[1]] : [halves[1], halves[0]];
}

/** Height between two points where the buoyancy is zero. */
function crossing(below: Point, above: Point): number {
  if (below.excess * above.excess >= 0) return above.height; // buoyant from the condensation level on
  const share = below.excess / (below.excess - above.excess);
  return below.height + share * (above.height - below.height);
}
