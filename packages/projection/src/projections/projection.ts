/** A map projection: longitude and latitude in degrees to `x` and `y` on a plane in metres, and back. */
export interface Projection {
  /** NaN if the projection is not defined at the position. */
  forward: (lon: number, lat: number) => Pair;
  /** NaN if no position has this point of the plane. */
  inverse: (x: number, y: number) => Pair;
}

/** Longitude and latitude, or `x` and `y`. */
export type Pair = [number, number];
