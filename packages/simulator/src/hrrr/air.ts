import { gaussian, clamp, mix, smoothstep } from '../model/curves.ts';
import { noise, texture } from '../model/noise.ts';
import { along, hourMs, type Offset } from '../model/plane.ts';
import { drylineLonAt, warmFrontLatAt, type Synoptic } from '../model/synoptic.ts';
import { alongGrid } from './grid.ts';

/** Ground height to which the temperature of `Air` refers, metres. */
export const airGroundM = 400;
/** Decrease of the air's temperature with ground height above it, K/m. */
export const lapsePerM = 0.0065;

/** The air at one point, without the effect of storms. Winds are along the model's grid, m/s. */
export interface Air {
  /** At 2 m above ground at `airGroundM`, °C. */
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
  /** Sea-level pressure, Pa. */
  pressure: number;
  /** kg/m². */
  water: number;
}

/** The fields, in storage order. */
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

/** The air at a point. */
export function airAt(synoptic: Synoptic, lat: number, lon: number, time: number): Air {
  const { warmth, low } = synoptic;
  const masses = massesAt(synoptic, lat, lon);
  const eddy = texture(lon / 3.2, lat / 2.4, time / (8 * hourMs));
  const wind = windAt(synoptic, lat, lon, masses);
  const shear = shearAt(lat, lon, masses, eddy);
  const { u: u10, v: v10 } = alongGrid(lon, wind.east, wind.north);
  const { u: shearU6, v: shearV6 } = alongGrid(lon, shear.east, shear.north);
  const { temperature, dewPoint, cape, cin, liftedIndex } = parcelAt(synoptic, lat, lon, masses, eddy);
  return {
    temperature,
    dewPoint,
    cape,
    cin,
    liftedIndex,
    u10,
    v10,
    shearU6,
    shearV6,
    gust: 1.5 + Math.hypot(wind.east, wind.north) * (1.3 + 0.25 * masses.dry * Math.max(0, warmth)),
    helicity: helicityAt(synoptic, lat, lon, masses) + 18 * eddy,
    pressure:
      101_400 - 1300 * gaussian(Math.hypot(lat - low.lat, (lon - low.lon) * 0.8), 5) + 60 * (lat - 38) + 40 * eddy,
    water: clamp(blend(masses, 38, 16, 22) + 3 * eddy - 0.4 * (lat - 35), 4, 60),
  };
}

/** Fractions of Gulf air, desert air and cool air north of the warm front; they sum to 1. */
interface Masses {
  moist: number;
  dry: number;
  north: number;
}

function massesAt(synoptic: Synoptic, lat: number, lon: number): Masses {
  const { low } = synoptic;
  // The front is sharp east of the low and diffuse far from it on either side.
  const diffuse = 0.45 + 4.5 * smoothstep(0, -6, lon - low.lon) + 2.5 * smoothstep(6, 18, lon - low.lon);
  const warm = smoothstep(diffuse, -diffuse, lat - warmFrontLatAt(synoptic, lon));
  const east = smoothstep(-0.3, 0.35, lon - drylineLonAt(synoptic, lat));
  return { moist: warm * east, dry: warm * (1 - east), north: 1 - warm };
}

function blend({ moist, dry, north }: Masses, ofMoist: number, ofDry: number, ofNorth: number): number {
  return ofMoist * moist + ofDry * dry + ofNorth * north;
}

type Parcel = Pick<Air, 'temperature' | 'dewPoint' | 'cape' | 'cin' | 'liftedIndex'>;

/** Temperature, dew point and the convective energy that follows. */
function parcelAt(synoptic: Synoptic, lat: number, lon: number, masses: Masses, eddy: number): Parcel {
  const { warmth, danger } = synoptic;
  const ofMoist = 26.8 + 4 * warmth - 2.2 * danger - 0.45 * (lat - 33); // more clouds in the moister air
  const ofDry = 28.5 + 7.5 * warmth - 0.5 * (lat - 34);
  const ofNorth = 15.5 + 4 * warmth - 0.95 * (lat - 38);
  const temperature = blend(masses, ofMoist, ofDry, ofNorth) + 1.1 * eddy;

  const gulf = 21.9 + 1.6 * danger - 0.5 * Math.max(-2, lat - 30);
  const desert = 0.5 - 2 * warmth - 0.2 * (lat - 34);
  const cool = Math.min(11.5, 12 - 0.8 * (lat - 38) + 0.22 * (lon + 98));
  const dewPoint = Math.min(temperature - 0.5, blend(masses, gulf, desert, cool) + 1.2 * eddy);

  const lapse = (0.8 + 0.2 * warmth) * mix(0.35, 1, smoothstep(-82, -93, lon)); // steepest downwind of the plateau
  const cape = 180 * Math.max(0, dewPoint - 11.5) ** 1.25 * lapse;
  // The cap erodes by day, and first along the dryline.
  const cap = mix(150, 45, (1 + warmth) / 2) * mix(0.3, 1, smoothstep(0, 3, lon - drylineLonAt(synoptic, lat)));
  return {
    temperature,
    dewPoint,
    cape,
    cin: -cap * smoothstep(150, 900, cape) * (1 + 0.25 * eddy),
    liftedIndex: 2.5 + (cape > 0 ? -cape / 330 : (11.5 - dewPoint) * 0.4),
  };
}

/**
 * Wind around the lee low: southerly in the Gulf air, south-westerly behind the dryline, easterly north of the front.
 */
function windAt({ low, warmth }: Synoptic, lat: number, lon: number, masses: Masses): Offset {
  const near = gaussian(Math.hypot(lat - low.lat, (lon - low.lon) * 0.8), 9);
  const westOfLow = smoothstep(3, -7, lon - low.lon);
  const east = blend(masses, -0.8, 7 + 2 * warmth, mix(-6.5, 3.5, westOfLow));
  const north = blend(masses, 8.5 + 1.5 * warmth, 4.5, mix(2, -6, westOfLow));
  return {
    east: east * mix(0.5, 1, near) + 0.8 * noise(lon / 4, lat / 4, 7),
    north: north * mix(0.45, 1, near) + 0.8 * noise(lon / 4, lat / 4, 11),
  };
}

/** Wind shear from the ground to 6 km under the jet over the plains. */
function shearAt(lat: number, lon: number, { north }: Masses, eddy: number): Offset {
  const speed = (17 + 12 * gaussian(lat - 35.5 - 0.15 * (lon + 98), 6.5) + 1.5 * eddy) * mix(1, 0.7, north);
  return along(62 + 10 * noise(lon / 9, lat / 7, 2), speed);
}

/** Largest along the warm front, and from the evening on near the low in the Gulf air, when the low-level jet blows. */
function helicityAt(synoptic: Synoptic, lat: number, lon: number, { moist }: Masses): number {
  const { low, lowLevelJet, danger } = synoptic;
  const distance = Math.hypot(lat - low.lat, lon - low.lon);
  const jet = 180 + 80 * lowLevelJet + 170 * danger * gaussian(distance, 9) + 90 * gaussian(distance, 4);
  const alongFront = smoothstep(-3, 1, lon - low.lon) * smoothstep(15, 5, lon - low.lon);
  return mix(40, jet, moist) + 190 * gaussian(lat - warmFrontLatAt(synoptic, lon), 0.9) * alongFront;
}
