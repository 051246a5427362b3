import { interpolateKnots, clamp, smoothstep } from '../model/curves.ts';
import { hourMs, radian } from '../model/plane.ts';
import { synopticAt } from '../model/synoptic.ts';
import { airAt } from '../hrrr/air.ts';
import { elevationAt, distanceInland } from '../hrrr/terrain.ts';
import type { AbiGrid } from './grid.ts';
import { atNodes, latticeOf, type Lattice } from './lattice.ts';
import { sunAt, sunHeight } from './sun.ts';

/** Constant fields of a satellite's sector, on a lattice of 16 km. */
export interface Land {
  lattice: Lattice;
  /** Distance from the shore, degrees, negative over the sea. */
  inland: Float32Array;
  /** Fraction of vegetation on land; the rest is bare. */
  green: Float32Array;
  elevation: Float32Array;
}

export function landUnder(grid: AbiGrid): Land {
  const lattice = latticeOf(grid, 4);
  return {
    lattice,
    inland: atNodes(lattice, (lat, lon) => clamp(distanceInland(lat, lon), -9, 9)),
    green: atNodes(
      lattice,
      (lat, lon) => interpolateKnots(greenness, lon + 0.35 * (lat - 38)) * smoothstep(62, 50, lat),
    ),
    elevation: atNodes(lattice, (lat, lon) => elevationAt(lat, lon)),
  };
}

/** Vegetation by longitude: the wet Northwest, the deserts of the Great Basin and the Southwest, and the East. */
// prettier-ignore
const greenness = [[-125, 0.75], [-121, 0.6], [-118, 0.2], [-112, 0.15], [-105, 0.25], [-101, 0.5], [-96, 0.85], [-90, 1]] as const;

/** Smooth fields at one time, on a lattice of 32 km. */
export interface Sky {
  lattice: Lattice;
  /** Skin temperature of ground at 400 m, and of the sea, K. */
  groundK: Float32Array;
  seaK: Float32Array;
  /** Cosine of the solar zenith angle: 1 overhead, negative at night. */
  sun: Float32Array;
  /** −1 with the sun east of the sector's middle, 1 west of it. */
  sunSide: number;
  /** Precipitable water, kg/m². */
  water: Float32Array;
  /** 0 for dry air aloft, 1 for moist. */
  aloft: Float32Array;
  /** Potential for low cloud, cumulus, thin ice and dust, 0 to 1. */
  low: Float32Array;
  cumulus: Float32Array;
  cirrus: Float32Array;
  dust: Float32Array;
}

export function skyOver(grid: AbiGrid, seed: number, time: number): Sky {
  const lattice = latticeOf(grid, 8);
  const field = (): Float32Array => new Float32Array(lattice.lat.length).fill(NaN);
  const sun = sunAt(time);
  const sky: Sky = {
    lattice,
    groundK: field(),
    seaK: field(),
    sun: field(),
    sunSide: sun.lon > -97 ? -1 : 1,
    water: field(),
    aloft: field(),
    low: field(),
    cumulus: field(),
    cirrus: field(),
    dust: field(),
  };
  const synoptic = synopticAt(seed, time);
  const season = Math.sin((sun.declination / 23.44) * 90 * radian); // 1 in June, −1 in December
  lattice.lat.forEach((lat, i) => {
    if (Number.isNaN(lat)) return;
    const lon = lattice.lon[i];
    const air = airAt(synoptic, lat, lon, time);
    const depression = air.temperature - air.dewPoint;
    const height = sunHeight(sun, lat, lon);
    const pacific = smoothstep(-100, -116, lon);
    sky.sun[i] = height;
    sky.groundK[i] =
      273.15 +
      air.temperature -
      0.3 * (lat - 25) * (1 - season) +
      12 * Math.max(0, height) * clamp(depression / 14, 0.3, 1) -
      2.5;
    sky.seaK[i] = 300.5 - 0.55 * Math.max(0, lat - 23) - 7 * pacific + 1.5 * season;
    sky.water[i] = air.water;
    sky.aloft[i] = 0.5 + 0.5 * Math.sin(0.16 * (lat - 30) + 0.07 * (lon + 100) + (0.25 * time) / hourMs);
    sky.low[i] = Math.max(
      smoothstep(11, 1.5, depression),
      0.75 * pacific * smoothstep(20, 26, lat) * smoothstep(48, 38, lat),
    );
    sky.cumulus[i] =
      smoothstep(14, 6, depression) * smoothstep(0.15, 0.7, height) * smoothstep(-0.4, 0.6, distanceInland(lat, lon));
    sky.cirrus[i] = 0.2 + 0.55 * Math.exp(-(((lat - 39 - 0.22 * (lon + 98)) / 5) ** 2));
    sky.dust[i] = smoothstep(20, 30, depression) * smoothstep(0.2, 0.9, synoptic.warmth) * smoothstep(-110, -104, lon);
  });
  return sky;
}
