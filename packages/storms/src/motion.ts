import { foldLongitude, longitudeFrom, type Point } from '@severe/geo';
import { kmPerDegree, kmPerDegreeLon } from './echo-grid.ts';

/**
 * Position and motion of a cell as a Kalman filter with constant velocity knows them (Rossi et al., 2015). Both axes have
 * the same errors, so their covariance is one 2 × 2 matrix.
 */
export interface MotionState extends Point {
  /** Speed to the east and to the north, m/s. */
  east: number;
  north: number;
  /** Variances of position (km²) and velocity (m²/s²) along an axis, and their covariance (km m/s). */
  positionVar: number;
  velocityVar: number;
  covariance: number;
}

/** Standard error of the position of a small cell: the centre of the core wanders with its texture, km. */
const leastErrorKm = 1;
/** The same as a share of the radius: in a part of a line the core wanders along the line. */
const errorOfRadius = 0.15;

/** Standard error of the position of a cell of some area, km. */
export function positionErrorKm(areaKm2: number): number {
  return Math.max(leastErrorKm, errorOfRadius * Math.sqrt(areaKm2 / Math.PI));
}

/** A measured position. */
interface Measured extends Point {
  /** Standard error, km. */
  errorKm: number;
}

/** Growth of the variance of the velocity, m²/s² per second: a storm turns by some 20° within half an hour. */
const velocityVarPerSecond = 0.004;

/** The state of a cell that is seen for the first time. @param velocity a guess and its variance, m²/s² */
export function startMotion(
  { lat, lon, errorKm }: Measured,
  velocity: { east: number; north: number; velocityVar: number },
): MotionState {
  return { lat, lon, ...velocity, positionVar: errorKm ** 2, covariance: 0 };
}

/** The state after some seconds without a measurement. */
export function predictMotion(state: MotionState, seconds: number): MotionState {
  const { lat, lon, east, north, positionVar, velocityVar, covariance } = state;
  const ks = seconds / 1000; // kilometres per m/s
  return {
    ...offset({ lat, lon }, east * ks, north * ks),
    east,
    north,
    positionVar:
      positionVar + 2 * covariance * ks + velocityVar * ks ** 2 + (velocityVarPerSecond * seconds * ks ** 2) / 3,
    velocityVar: velocityVar + velocityVarPerSecond * seconds,
    covariance: covariance + velocityVar * ks + (velocityVarPerSecond * seconds * ks) / 2,
  };
}

/** The predicted state corrected by a measured position. */
export function correctMotion(state: MotionState, measured: Measured): MotionState {
  const { positionVar, velocityVar, covariance } = state;
  const total = positionVar + measured.errorKm ** 2;
  const [ofPosition, ofVelocity] = [positionVar / total, covariance / total];
  const { eastKm, northKm } = offsetKm(state, measured);
  return {
    ...offset(state, ofPosition * eastKm, ofPosition * northKm),
    east: state.east + ofVelocity * eastKm,
    north: state.north + ofVelocity * northKm,
    positionVar: (1 - ofPosition) * positionVar,
    velocityVar: velocityVar - ofVelocity * covariance,
    covariance: (1 - ofPosition) * covariance,
  };
}

/**
 * The predicted state at a measured position that the motion does not explain: the cell has split or merged. The velocity
 * stays.
 */
export function restartPosition(state: MotionState, { lat, lon, errorKm }: Measured): MotionState {
  return { ...state, lat, lon, positionVar: errorKm ** 2, covariance: 0 };
}

/** The standard error of a measured position from the predicted one, km. @param errorKm of the measurement */
export function gateKm({ positionVar }: MotionState, errorKm: number): number {
  return Math.sqrt(positionVar + errorKm ** 2);
}

/** From one point to another, km; a plane is exact enough over the size of a storm. */
export function offsetKm(from: Point, to: Point): { eastKm: number; northKm: number } {
  return {
    eastKm: longitudeFrom(from.lon, to.lon) * kmPerDegreeLon((from.lat + to.lat) / 2),
    northKm: (to.lat - from.lat) * kmPerDegree,
  };
}

function offset({ lat, lon }: Point, eastKm: number, northKm: number): Point {
  const to = lat + northKm / kmPerDegree;
  return { lat: to, lon: foldLongitude(lon + eastKm / kmPerDegreeLon((lat + to) / 2)) };
}
