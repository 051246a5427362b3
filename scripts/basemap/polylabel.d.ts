declare module 'polylabel' {
  /** The place in a polygon that is farthest from its boundary, with that distance. */
  export default function polylabel(
    rings: number[][][],
    precision?: number,
  ): [x: number, y: number] & { distance: number };
}
