/** Radians in a degree. */
export const radian = Math.PI / 180;

/** Degrees east of `origin`, from -180 up to 180. */
export function longitudeFrom(origin: number, lon: number): number {
  return ((((lon - origin + 180) % 360) + 360) % 360) - 180;
}
