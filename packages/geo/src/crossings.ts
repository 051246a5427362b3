import { GeometryError, type Ring } from './geojson.ts';

/** Average number of cells per edge above which the rings are refused. */
const cellsPerEdge = 24;

/**
 * Whether any two edges cross or overlap, or a ring touches itself. Rings may touch each other in points. Edges are
 * indexed by a grid with about as many cells as edges, and only edges in a common cell are compared.
 *
 * @throws {GeometryError} `crossing` if the edges are so long that nearly all share cells
 */
export function anyCrossing(rings: Ring[]): boolean {
  const edges = edgesOf(rings);
  for (const cell of cellsOf(edges)) {
    for (let i = 1; i < cell.length; i++) {
      for (let j = 0; j < i; j++) {
        if (meet(edges, cell[i], cell[j])) return true;
      }
    }
  }
  return false;
}

interface Edges {
  /** `ax, ay, bx, by` of each edge in turn. */
  ends: Float64Array;
  /** The ring of each edge. */
  ring: Int32Array;
  count: number;
  /** The number of edges of each ring, and the index of its first. */
  sizes: number[];
  firsts: number[];
}

function edgesOf(rings: Ring[]): Edges {
  const sizes = rings.map((ring) => ring.length - 1);
  const count = sizes.reduce((sum, size) => sum + size, 0);
  const edges: Edges = { ends: new Float64Array(count * 4), ring: new Int32Array(count), count, sizes, firsts: [] };
  let at = 0;
  for (const [r, ring] of rings.entries()) {
    edges.firsts.push(at);
    for (let i = 1; i < ring.length; i++, at++) {
      edges.ends.set([ring[i - 1][0], ring[i - 1][1], ring[i][0], ring[i][1]], at * 4);
      edges.ring[at] = r;
    }
  }
  return edges;
}

function cellsOf({ ends, count }: Edges): Iterable<number[]> {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < ends.length; i += 2) {
    west = Math.min(west, ends[i]);
    east = Math.max(east, ends[i]);
    south = Math.min(south, ends[i + 1]);
    north = Math.max(north, ends[i + 1]);
  }
  const side = Math.ceil(Math.sqrt(count));
  const perLon = (side - 1e-6) / (east - west || 1);
  const perLat = (side - 1e-6) / (north - south || 1);
  const cells = new Map<number, number[]>();
  let left = count * cellsPerEdge;
  for (let e = 0; e < count; e++) {
    const [ax, ay, bx, by] = ends.subarray(e * 4, e * 4 + 4);
    const [x0, x1] = [((Math.min(ax, bx) - west) * perLon) | 0, ((Math.max(ax, bx) - west) * perLon) | 0];
    const [y0, y1] = [((Math.min(ay, by) - south) * perLat) | 0, ((Math.max(ay, by) - south) * perLat) | 0];
    left -= (x1 - x0 + 1) * (y1 - y0 + 1);
    if (left < 0 && count > 500) throw new GeometryError('crossing', `${count} edges are too close to be separated`);
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const cell = cells.get(y * side + x);
        if (cell) cell.push(e);
        else cells.set(y * side + x, [e]);
      }
    }
  }
  return cells.values();
}

function meet({ ends, ring, sizes, firsts }: Edges, e: number, f: number): boolean {
  const [ax, ay, bx, by] = ends.subarray(e * 4, e * 4 + 4);
  const [cx, cy, dx, dy] = ends.subarray(f * 4, f * 4 + 4);
  if (Math.max(ax, bx) < Math.min(cx, dx) || Math.max(cx, dx) < Math.min(ax, bx)) return false;
  if (Math.max(ay, by) < Math.min(cy, dy) || Math.max(cy, dy) < Math.min(ay, by)) return false;

  const c = side(ax, ay, bx, by, cx, cy);
  const d = side(ax, ay, bx, by, dx, dy);
  const a = side(cx, cy, dx, dy, ax, ay);
  const b = side(cx, cy, dx, dy, bx, by);
  if (c === 0 && d === 0) return overlap(ax, ay, bx, by, cx, cy, dx, dy);
  if (c * d > 0 || a * b > 0) return false;
  if (c * d < 0 && a * b < 0) return true;
  // The edges touch in one point. This is allowed between rings, and between neighbours in a ring.
  if (ring[e] !== ring[f]) return false;
  const apart = Math.abs(e - f);
  const neighbours = apart === 1 || (apart === sizes[ring[e]] - 1 && Math.min(e, f) === firsts[ring[e]]);
  return !neighbours;
}

/** Side of the line from a to b on which p lies: +1 left, -1 right, 0 on it. */
function side(ax: number, ay: number, bx: number, by: number, px: number, py: number): number {
  return Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax));
}

/** Whether two collinear edges share more than a point. */
function overlap(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  cx: number,
  cy: number,
  dx: number,
  dy: number,
): boolean {
  const wide = Math.abs(bx - ax) >= Math.abs(by - ay);
  const [a, b, c, d] = wide ? [ax, bx, cx, dx] : [ay, by, cy, dy];
  return Math.min(Math.max(a, b), Math.max(c, d)) > Math.max(Math.min(a, b), Math.min(c, d));
}
