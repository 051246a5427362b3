import type { Point } from '@severe/geo';
import { courseTo } from '@severe/nexrad';
import { helicity, rightMover } from '@severe/thermo';
import { airAt } from '../hrrr/air.ts';
import { convergence } from '../hrrr/grid.ts';
import type { Storms } from '../model/cell.ts';
import { clamp } from '../model/curves.ts';
import { along, radian } from '../model/plane.ts';
import { synopticAt } from '../model/synoptic.ts';

/** A mesocyclone; position in kilometres east and north of the radar. */
interface Vortex {
  east: number;
  north: number;
  /** Strongest tangential wind, m/s, and its distance from the centre, km. */
  speed: number;
  coreKm: number;
  /** Whether it is strong enough at the ground to lift debris. */
  hasDebris: boolean;
}

/** A gust front and the wind behind it. */
interface Front {
  east: number;
  north: number;
  /** Unit vector of its motion. */
  aheadEast: number;
  aheadNorth: number;
  halfKm: number;
  /** m/s */
  speed: number;
}

interface Components {
  east: number;
  north: number;
}

/** The wind around a radar: an environment that changes with height, and the contributions of storms. */
export interface Wind {
  /** Wind at the ground, and shear over 6 km, m/s east and north. */
  ground: Components;
  shear: Components;
  /** What the low-level jet adds at its height, across the shear, m/s. It gives the wind the helicity of the air. */
  jet: Components;
  vortices: Vortex[];
  fronts: Front[];
}

/** Radius of influence of a mesocyclone, km. */
const vortexReachKm = 12;

export function windAround(radar: Point, seed: number, { cells, lines }: Storms, time: number): Wind {
  const air = airAt(synopticAt(seed, time), radar.lat, radar.lon, time);
  const place = (point: Point): { east: number; north: number } => {
    const { azimuthDeg, metres } = courseTo(radar, point);
    return along(azimuthDeg, metres / 1000);
  };
  const ground = fromGrid(radar.lon, air.u10, air.v10);
  const shear = fromGrid(radar.lon, air.shearU6, air.shearV6);
  return {
    ground,
    shear,
    jet: jetFor(ground, shear, air.helicity),
    vortices: cells
      .filter(({ rotation }) => rotation > 3)
      .map(({ rotation, mesocyclone }) => ({
        ...place(mesocyclone),
        speed: Math.min(34, 2 * rotation),
        coreKm: 1.8,
        hasDebris: rotation > 13,
      })),
    fronts: lines.map(({ position, motion, lengthKm, intensity }) => {
      const ahead = along(motion.towardDeg, 1);
      const speed = 13 * clamp(intensity, 0, 1);
      return { ...place(position), aheadEast: ahead.east, aheadNorth: ahead.north, halfKm: lengthKm / 2, speed };
    }),
  };
}

/** Rotates grid-relative components to east and north. */
function fromGrid(lon: number, u: number, v: number): Components {
  const angle = convergence(lon) * radian;
  return { east: u * Math.cos(angle) + v * Math.sin(angle), north: v * Math.cos(angle) - u * Math.sin(angle) };
}

/**
 * The environment's wind at a height, m/s: the shear is added linearly up to the jet at 10 km, and the low-level jet around
 * its height.
 */
export function environmentAt(
  { ground, shear, jet }: Pick<Wind, 'ground' | 'shear' | 'jet'>,
  heightKm: number,
): Components {
  const share = Math.min(heightKm, 10) / 6;
  const low = (heightKm / jetKm) * Math.exp(1 - heightKm / jetKm);
  return {
    east: ground.east + shear.east * share + jet.east * low,
    north: ground.north + shear.north * share + jet.north * low,
  };
}

/** Height of the low-level jet, km. */
const jetKm = 0.7;
/** Range of its strength, m/s; negative if the wind backs with height. */
const [weakest, strongest] = [-10, 25];
/** Heights of the hodograph from which the helicity is computed, km. */
const hodographKm = [0, 0.25, 0.5, 0.75, 1, 1.5, 2, 2.5, 3, 4, 5, 5.5, 6];

/** The low-level jet to the left of the shear with which the helicity of the lowest 3 km is that of the air. */
function jetFor(ground: Components, shear: Components, wanted: number): Components {
  const length = Math.hypot(shear.east, shear.north) || 1;
  const jetOf = (speed: number): Components => ({
    east: (-speed * shear.north) / length,
    north: (speed * shear.east) / length,
  });
  const helicityWith = (speed: number): number => helicityOf({ ground, shear, jet: jetOf(speed) });
  // The helicity is almost linear in the speed: a few steps of the secant method are enough.
  let [before, speed] = [0, 10];
  let [helicityBefore, helicityNow] = [helicityWith(before), helicityWith(speed)];
  for (let i = 0; i < 3 && Math.abs(helicityNow - wanted) > 1 && helicityNow !== helicityBefore; i++) {
    const step = ((wanted - helicityNow) * (speed - before)) / (helicityNow - helicityBefore);
    [before, helicityBefore] = [speed, helicityNow];
    speed = clamp(speed + step, weakest, strongest);
    helicityNow = helicityWith(speed);
  }
  return jetOf(speed);
}

/** Storm-relative helicity of the lowest 3 km for a right-moving supercell, m²/s². */
function helicityOf(wind: Pick<Wind, 'ground' | 'shear' | 'jet'>): number {
  const levels = hodographKm.map((km) => {
    const { east, north } = environmentAt(wind, km);
    return { height: km * 1000, u: east, v: north };
  });
  return helicity(levels, 3000, rightMover(levels)!)!;
}

/** Writes the wind that storms add at a place: circulation of mesocyclones and outflow behind fronts. */
export function stormWind(
  { vortices, fronts }: Wind,
  east: number,
  north: number,
  heightKm: number,
  out: { east: number; north: number; spin: number },
): void {
  out.east = out.north = out.spin = 0;
  for (const vortex of vortices) {
    const dx = east - vortex.east;
    const dy = north - vortex.north;
    if (dx > vortexReachKm || dx < -vortexReachKm || dy > vortexReachKm || dy < -vortexReachKm) continue;
    const d = Math.hypot(dx, dy) || 0.01;
    if (d > vortexReachKm) continue;
    // Solid-body rotation within the core, weaker with distance outside; none above 9 km.
    const around = d < vortex.coreKm ? d / vortex.coreKm : (vortex.coreKm / d) * (1 - d / vortexReachKm);
    const speed = (vortex.speed * around * Math.max(0, 1 - heightKm / 9)) / d;
    out.east -= speed * dy;
    out.north += speed * dx;
    out.spin = Math.max(out.spin, around);
  }
  if (heightKm > 3) return;
  for (const front of fronts) {
    const dx = east - front.east;
    const dy = north - front.north;
    const behind = -(dx * front.aheadEast + dy * front.aheadNorth);
    const aside = dy * front.aheadEast - dx * front.aheadNorth;
    if (behind < -3 || behind > 90 || Math.abs(aside) > front.halfKm) continue;
    const speed = front.speed * Math.min(1, (behind + 3) / 6) * (1 - behind / 100) * (1 - heightKm / 4);
    out.east += speed * front.aheadEast;
    out.north += speed * front.aheadNorth;
  }
}
