import type { Point } from '@severe/geo';

export { hourMs, minuteMs } from '@severe/async';

/** Kilometres of one degree of latitude on the mean sphere. */
export const kmPerDegree = 111.195;

/** Direction and speed over the ground. */
export interface Motion {
  /** Direction of movement, degrees clockwise from north. */
  towardDeg: number;
  /** Metres per second. */
  speed: number;
}

/** An offset, kilometres east and north. */
export interface Offset {
  east: number;
  north: number;
}

/** The point at an offset; accurate to 1 % over the few hundred kilometres of a storm's life. */
export function moved(from: Point, { east, north }: Offset): Point {
  const lat = from.lat + north / kmPerDegree;
  const across = kmPerDegree * Math.cos(((from.lat + lat) / 2) * radian);
  return { lat, lon: from.lon + east / across };
}

/** The offset of `km` along a bearing. */
export function along(towardDeg: number, km: number): Offset {
  return { east: Math.sin(towardDeg * radian) * km, north: Math.cos(towardDeg * radian) * km };
}

/** The sum of offsets. */
export function sum(...offsets: Offset[]): Offset {
  return offsets.reduce((a, b) => ({ east: a.east + b.east, north: a.north + b.north }));
}

/** The displacement in `ms` milliseconds. */
export function travelled({ towardDeg, speed }: Motion, ms: number): Offset {
  return along(towardDeg, (speed * ms) / 1e6);
}

export const radian = Math.PI / 180;

/** Metres per second in a knot, as the simulated world has always had it: other readers have read its files. */
export const mpsPerKnot = 0.514444;
