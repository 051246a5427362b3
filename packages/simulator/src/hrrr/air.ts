import { bell, clamp, mix, smoothstep } from '../model/curves.ts';
import { noise, texture } from '../model/noise.ts';
import { hour, radian } from '../model/plane.ts';
import { drylineLonAt, warmFrontLatAt, type Synoptic } from '../model/synoptic.ts';
import { alongGrid } from './grid.ts';

/** The air at one point, before storms have touched it. Winds are along the model's grid, m/s. */
export interface Air {
  /** At 2 m over ground of 400 m, °C. */
  temperature: number;
  /** °C, never above the temperature over low ground. */
  dewPoint: number;
  /** J/kg. */
  cape: number;
  /** J/kg, zero or less. */
  cin: number;
  /** K. */
  liftedIndex: number;
  u10: number;
  v10: number;
  /** m/s. */
  gust: number;
  /** Vector differences of the wind, m/s. */
  shearU6: number;
  shearV6: number;
  /** 0–3 km, m²/s². */
  helicity: number;
  /** Reduced to the sea, Pa. */
  pressure: number;
  /** kg/m². */
  water: number;
}

/** Names of the members, in the order in which fields of them are stored. */
export const airKeys = [
  'temperature',
  'dewPoint',
  'cape',
  'cin',
  'liftedIndex',
  'u10',
  'v10',
  'gust',
  'shearU6',
  'shearV6',
  'helicity',
  'pressure',
  'water',
] as const satisfies readonly (keyof Air)[];

/** The air at a point under the fronts of that moment. */
export function airAt(synoptic: Synoptic, lat: number, lon: number, time: number): Air {
  const { warmth, low } = synoptic;
  // The front is sharp east of the low, and only a slow change far from it on either side.
  const diffuse = 0.45 + 4.5 * smoothstep(0, -6, lon - low.lon) + 2.5 * smoothstep(6, 18, lon - low.lon);
  const warm = smoothstep(diffuse, -diffuse, lat - warmFrontLatAt(synoptic, lon));
  const east = smoothstep(-0.3, 0.35, lon - drylineLonAt(synoptic, lat));
  const moist = warm * east; // the share of Gulf air
  const dry = warm * (1 - east); // of air from the deserts
  const north = 1 - warm;
  const eddy = texture(lon / 3.2, lat / 2.4, time / (8 * hour));
  const blend = (m: number, d: number, n: number): number => m * moist + d * dry + n * north;

  const temperature =
    blend(
      26.8 + 4 * warmth - 0.45 * (lat - 33),
      28.5 + 7.5 * warmth - 0.5 * (lat - 34),
      15.5 + 4 * warmth - 0.95 * (lat - 38),
    ) +
    1.1 * eddy;
  const dewPoint = Math.min(
    temperature - 0.5,
    blend(
      21.9 - 0.5 * Math.max(-2, lat - 30),
      0.5 - 2 * warmth - 0.2 * (lat - 34),
      Math.min(11.5, 12 - 0.8 * (lat - 38) + 0.22 * (lon + 98)),
    ) +
      1.2 * eddy,
  );
  const cape =
    Math.max(0, dewPoint - 11.5) ** 1.25 * 180 * (0.8 + 0.2 * warmth) * mix(0.35, 1, smoothstep(-82, -93, lon));
  // The cap is mixed away first along the dryline, and by day.
  const cap = mix(150, 45, (1 + warmth) / 2) * mix(0.3, 1, smoothstep(0, 3, lon - drylineLonAt(synoptic, lat)));
  const wind = windAt(synoptic, lat, lon, blend);
  const { u: u10, v: v10 } = alongGrid(lon, wind.east, wind.north);
  const shear = (17 + 12 * bell(lat - 35.5 - 0.15 * (lon + 98), 6.5) + 1.5 * eddy) * mix(0.7, 1, warm);
  const shearToward = (62 + 10 * noise(lon / 9, lat / 7, 2)) * radian;
  const { u: shearU6, v: shearV6 } = alongGrid(lon, shear * Math.sin(shearToward), shear * Math.cos(shearToward));
  return {
    temperature,
    dewPoint,
    cape,
    cin: -cap * smoothstep(150, 900, cape) * (1 + 0.25 * eddy),
    liftedIndex: cape > 0 ? 2.5 - cape / 330 : 2.5 + (11.5 - dewPoint) * 0.4,
    u10,
    v10,
    gust: 1.5 + Math.hypot(wind.east, wind.north) * (1.3 + 0.25 * dry * Math.max(0, warmth)),
    shearU6,
    shearV6,
    helicity:
      mix(40, 140 - 60 * warmth + 90 * bell(Math.hypot(lat - low.lat, lon - low.lon), 4), moist) +
      190 *
        bell(lat - warmFrontLatAt(synoptic, lon), 0.9) *
        smoothstep(-3, 1, lon - low.lon) *
        smoothstep(15, 5, lon - low.lon) +
      18 * eddy,
    pressure: 101_400 - 1300 * bell(Math.hypot(lat - low.lat, (lon - low.lon) * 0.8), 5) + 60 * (lat - 38) + 40 * eddy,
    water: clamp(blend(38, 16, 22) + 3 * eddy - 0.4 * (lat - 35), 4, 60),
  };
}

/** Around the lee low: southerly in the Gulf air, south-westerly behind the dryline, easterly north of the front. */
function windAt(
  { low, warmth }: Synoptic,
  lat: number,
  lon: number,
  blend: (moist: number, dry: number, north: number) => number,
): { east: number; north: number } {
  const away = Math.hypot(lat - low.lat, (lon - low.lon) * 0.8);
  const near = bell(away, 9);
  const westOfLow = smoothstep(3, -7, lon - low.lon);
  return {
    east: blend(-0.8, 7 + 2 * warmth, mix(-6.5, 3.5, westOfLow)) * mix(0.5, 1, near) + 0.8 * noise(lon / 4, lat / 4, 7),
    north:
      blend(8.5 + 1.5 * warmth, 4.5, mix(2, -6, westOfLow)) * mix(0.45, 1, near) + 0.8 * noise(lon / 4, lat / 4, 11),
  };
}
