import type { StormCell } from '../model/cell.ts';
import { clamp, smoothstep } from '../model/curves.ts';
import { noise, texture } from '../model/noise.ts';
import { minuteMs, radian } from '../model/plane.ts';
import { noEcho, reachAround, type Column, type Shape } from './shape.ts';

/**
 * The echo of a supercell, or, mirrored, of a left mover.
 * It has the features that radar meteorology names: a core with a sharp gradient on the inflow side, forward-flank rain
 * that the shear carries downwind and that opens into a V, a weak-echo notch under the updraft, the hook around the
 * mesocyclone, a flanking line of young towers, and an anvil. Lengths are for a core of 8 km and scale with it.
 */
export function supercellShape(cell: StormCell, time: number): Shape {
  const size = cell.coreKm / 8;
  const mirror = cell.kind === 'left-mover' ? -1 : 1;
  const shear = turning(cell.shearTowardDeg, size, mirror);
  const motion = turning(cell.motion.towardDeg, size, mirror);
  const age = smoothstep(20, 110, cell.ageMinutes) * smoothstep(0, 0.5, cell.intensity);
  const flank = forwardFlank(cell.peakDbz, 34 + 52 * age);
  const spin = smoothstep(4, 9, mirror > 0 ? cell.rotation : 4.5);
  const z = time / (14 * minuteMs);
  const { textureSeed, peakDbz, topKm } = cell;

  function column(east: number, north: number, out: Column): void {
    // The texture has storm-relative coordinates: it moves with the storm and bends its outlines.
    const bendX =
      2.6 * noise(east / 9 + textureSeed, north / 9, z) + 0.9 * noise(east / 3.1, north / 3.1 + textureSeed, 2 * z);
    const bendY =
      2.6 * noise(east / 9, north / 9 - textureSeed, z) + 0.9 * noise(east / 3.1 - textureSeed, north / 3.1, 2 * z);
    const x = east + bendX * size;
    const y = north + bendY * size;
    const u = shear.ahead(x, y);
    const v = shear.left(x, y);
    const r = Math.hypot(u, v);
    const angle = Math.atan2(v, u + 4) / radian;
    const rough = texture(east / 6.5 + textureSeed, north / 6.5 + textureSeed, 1.6 * z);

    const rain = Math.max(core(u, v, peakDbz), flank(r, angle));
    const edge = clamp((52 - rain) / 26, 0.25, 1.25);
    const streaks = noise(u / 11 + textureSeed, v / 2.6, z);
    const base = rain + edge * (7 * rough + 4 * streaks);

    const p = motion.ahead(east + 0.6 * bendX, north + 0.6 * bendY);
    const q = motion.left(east + 0.6 * bendX, north + 0.6 * bendY);
    const low = base - spin * notch(p, q);
    out.base = Math.max(low, spin > 0 ? hook(p, q, peakDbz, spin) + 3 * rough : noEcho, flanking(p, q, peakDbz, rough));
    // Aloft the core leans downwind and overhangs the notch, and the anvil widens the flank.
    const overhang = core((u - 1.5) / 1.18, (v + 0.5) / 1.3, peakDbz + 1.2);
    out.aloft = Math.max(overhang, flank(r / 1.12, angle / 1.22) - 3) + edge * (4.5 * rough + 3 * streaks);
    out.top = topOver(u, v, r, topKm, Math.max(out.base, out.aloft));
  }

  const far = (34 + 52 * age) * size * 1.35 + 14;
  const toward = cell.shearTowardDeg * radian;
  return {
    center: cell.position,
    reach: reachAround(0.62 * far + 14, 0.5 * far * Math.sin(toward), 0.5 * far * Math.cos(toward)),
    column,
  };
}

/** Coordinates along a direction, `ahead` and `left` (swapped for a mirrored storm), in units of the storm's size. */
function turning(towardDeg: number, size: number, mirror: number) {
  const sin = Math.sin(towardDeg * radian) / size;
  const cos = Math.cos(towardDeg * radian) / size;
  return {
    ahead: (east: number, north: number) => east * sin + north * cos,
    left: (east: number, north: number) => mirror * (north * sin - east * cos),
  };
}

/** The core: steep on the right, towards the inflow; gentler downwind and to the left. */
function core(u: number, v: number, peak: number): number {
  const a = u > 0 ? 11 : 6.5;
  const b = v > 0 ? 8.5 : 5;
  const rho = Math.sqrt((u / a) ** 2 + (v / b) ** 2);
  return peak - 15 * rho ** 1.35 - 9 * Math.max(0, rho - 1) ** 1.5;
}

/** Forward-flank rain: a wedge that weakens downwind, with a sharp right edge and a notch at its far end. */
function forwardFlank(peak: number, length: number): (r: number, angle: number) => number {
  return (r, angle) => {
    const off = angle - 13;
    const wide = off > 0 ? 36 : 19;
    const across = Math.abs(off) / wide;
    const far = r / length;
    const arms = 15 * smoothstep(0.42, 0.95, far) * Math.exp(-((off + 6) * (off + 6)) / 90);
    return peak - 9 - 32 * far ** 1.15 - 17 * across ** 1.8 - arms - 30 * Math.max(0, far - 1);
  };
}

/** Decrease of the echo in the weak-echo region under the updraft, dB. */
function notch(p: number, q: number): number {
  const d = ((p - 2.2) / 5.2) ** 2 + ((q + 6.2) / 3.4) ** 2;
  return 34 * Math.exp(-d);
}

/** The hook: rain wrapped around the mesocyclone, counterclockwise from behind the core to its right front. */
function hook(p: number, q: number, peak: number, spin: number): number {
  const x = p + 1.8;
  const y = q + 6.4;
  const rho = Math.hypot(x, y);
  if (rho > 14) return noEcho;
  // Angle from 0, left of the mesocyclone at the core, over its rear to its right.
  const turn = (Math.atan2(y, x) / radian - 80 + 360) % 360;
  const reach = 215 * spin;
  if (turn > reach + 25) return noEcho;
  const spiral = 7.4 - 3.1 * (turn / 215);
  const width = 1.9 - 0.5 * (turn / 215);
  return peak - 9 - 13 * (turn / 215) - 20 * Math.max(0, (turn - reach) / 25) - 12 * ((rho - spiral) / width) ** 2;
}

/** Young towers behind the right flank: a broken chain, older ones nearer. */
function flanking(p: number, q: number, peak: number, rough: number): number {
  const back = -p * 0.75 - q * 0.66 - 5;
  if (back < 0 || back > 24) return noEcho;
  const side = -p * 0.66 + q * 0.75 + 0.025 * back * back;
  return peak - 40 - 0.5 * back + 34 * rough - 5 * (side / 2.4) ** 2;
}

/** Echo top: highest over the core, where it overshoots; the anvil covers the rest. */
function topOver(u: number, v: number, r: number, topKm: number, strongest: number): number {
  if (strongest < 18) return 0;
  const dome = Math.exp(-((u - 1) ** 2 + v * v) / 62);
  const anvil = topKm * (0.8 - 0.0032 * Math.min(r, 75));
  const filled = smoothstep(16, 30, strongest);
  return (4 + (anvil - 4) * filled) * (1 - dome) + topKm * dome;
}
