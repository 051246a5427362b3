/** A map projection: longitude and latitude in degrees to `x` and `y` on a plane in metres, and back. */
export interface Projection {
  /** NaN if the projection is not defined at the position. */
  forward: (lon: number, lat: number) => Pair;
  /** NaN if the point of the plane is no image of a position. */
  inverse: (x: number, y: number) => Pair;
}

export type Pair = [number, number];
