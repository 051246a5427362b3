/**
 * Convex hull of the squares around grid points (Andrew's monotone chain, 1979): a closed ring in grid units, each square
 * from −0.5 to 0.5 around its point. With rows downwards, as on a map, the ring runs counter-clockwise.
 */
export function hullOf(points: [column: number, row: number][]): [column: number, row: number][] {
  const ends = new Map<number, [first: number, last: number]>(); // columns of the first and last point of each row
  for (const [column, row] of points) {
    const end = ends.get(row);
    if (!end) ends.set(row, [column, column]);
    else if (column < end[0]) end[0] = column;
    else if (column > end[1]) end[1] = column;
  }
  const corners = [...ends].flatMap(([row, [first, last]]) =>
    [-0.5, 0.5].flatMap((down): [number, number][] => [
      [first - 0.5, row + down],
      [last + 0.5, row + down],
    ]),
  );
  corners.sort((a, b) => a[0] - b[0] || b[1] - a[1]); // west to east, south to north
  const south = chain(corners);
  const north = chain(corners.toReversed());
  return [...south, ...north, south[0]];
}

/** One side of the hull without its last corner, which begins the other side. */
function chain(corners: [number, number][]): [number, number][] {
  const side: [number, number][] = [];
  for (const corner of corners) {
    while (side.length > 1 && !turnsLeft(side[side.length - 2], side[side.length - 1], corner)) side.pop();
    side.push(corner);
  }
  return side.slice(0, -1);
}

/** Whether the way from a over b to c turns left on a map, where rows run downwards. */
function turnsLeft([ax, ay]: [number, number], [bx, by]: [number, number], [cx, cy]: [number, number]): boolean {
  return (bx - ax) * (ay - cy) - (ay - by) * (cx - ax) > 0;
}
