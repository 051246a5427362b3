/** Positions of a tile on a geostationary grid, and the cells that its pixels cover. */
const side: u32 = 256;

/** Entries of a lattice row and of each table: the 257 corners of a side and one extra. */
const room: usize = 258;
const sinAt: usize = 0;
const cosAt: usize = 8 * room;
const pAt: usize = 2 * 8 * room;
const qAt: usize = 3 * 8 * room;

/**
 * Fills a lattice of `count` × `count` positions in cells, row by row; NaN if the satellite does not see the point.
 *
 * @param tables  lists of doubles: sine and cosine of the longitudes relative to the satellite, by column; distance p from the
 *                earth's axis and height q above the equator, by row, in semi-major axes
 * @param distance distance of the satellite from the centre of the earth, in semi-major axes
 * @param acrossFirst whether the sweep axis is x
 */
export function viewLattice(
  tables: usize,
  count: u32,
  distance: f64,
  acrossFirst: bool,
  columnBy: f64,
  column0: f64,
  rowBy: f64,
  row0: f64,
  columns: usize,
  rows: usize,
): void {
  const far = f64x2.splat(distance);
  const least = f64x2.splat(1 / distance);
  const none = f64x2.splat(NaN);
  const line: usize = 8 * count;
  for (let v: u32 = 0; v < count; v++, columns += line, rows += line) {
    const p = f64x2.splat(load<f64>(tables + 8 * v, pAt));
    const q = f64x2.splat(load<f64>(tables + 8 * v, qAt));
    const qq = f64x2.mul(q, q);
    for (let u: usize = 0; u < line; u += 16) {
      const ahead = f64x2.mul(p, v128.load(tables + u, cosAt));
      const aside = f64x2.mul(p, v128.load(tables + u, sinAt));
      const away = f64x2.sub(far, ahead);
      const square = f64x2.mul(away, away);
      let across: v128;
      let up: v128;
      if (acrossFirst) {
        across = f64x2.div(aside, f64x2.sqrt(f64x2.add(qq, square)));
        up = f64x2.div(q, away);
      } else {
        across = f64x2.div(aside, away);
        up = f64x2.div(q, f64x2.sqrt(f64x2.add(f64x2.mul(aside, aside), square)));
      }
      const seen = f64x2.ge(ahead, least);
      const column = f64x2.add(f64x2.mul(arcOf(across), f64x2.splat(columnBy)), f64x2.splat(column0));
      const row = f64x2.sub(f64x2.splat(row0), f64x2.mul(arcOf(up), f64x2.splat(rowBy)));
      v128.store(columns + u, v128.bitselect(column, none, seen)); // can overrun the row; the next row overwrites it
      v128.store(rows + u, v128.bitselect(row, none, seen));
    }
  }
}

/** Arc tangent, for the small scan angles of the earth. */
function arcOf(tangent: v128): v128 {
  const t = f64x2.mul(tangent, tangent);
  let sum = f64x2.sub(f64x2.splat(1.0 / 11), f64x2.mul(t, f64x2.splat(1.0 / 13)));
  sum = f64x2.sub(f64x2.splat(1.0 / 9), f64x2.mul(t, sum));
  sum = f64x2.sub(f64x2.splat(1.0 / 7), f64x2.mul(t, sum));
  sum = f64x2.sub(f64x2.splat(1.0 / 5), f64x2.mul(t, sum));
  sum = f64x2.sub(f64x2.splat(1.0 / 3), f64x2.mul(t, sum));
  sum = f64x2.sub(f64x2.splat(1), f64x2.mul(t, sum));
  return f64x2.mul(tangent, sum);
}

/**
 * Finds the cells of each pixel along one axis: all cells that its bounding box touches if the box is wider than a cell, else
 * the cell at its centre. A pixel split by the projection has its centre far from the middle of its box, and also uses the
 * cell at its centre.
 *
 * @param corners 257 × 257 positions
 * @param centres 256 × 256 positions
 * @param slack   smaller overlaps, as a fraction of a cell, are rounding errors
 * @param first   a 32-bit number per pixel, like `last`: the pixel has no cell if `first` is greater
 */
export function takeCells(corners: usize, centres: usize, size: i32, slack: f64, first: usize, last: usize): void {
  const below: usize = 8 * (side + 1);
  const rounding = f64x2.splat(slack);
  const one = f64x2.splat(1);
  const zero = f64x2.splat(0);
  const widest = f64x2.splat(1 + slack);
  const cells = f64x2.splat(<f64>size);
  const end = f64x2.splat(<f64>(size - 1));
  for (let y: u32 = 0; y < side; y++, corners += 8) {
    for (let x: u32 = 0; x < side; x += 2, corners += 16, centres += 16, first += 8, last += 8) {
      const a = v128.load(corners);
      const b = v128.load(corners, 8);
      const c = v128.load(corners + below);
      const d = v128.load(corners + below, 8);
      const low = f64x2.pmin(f64x2.pmin(a, b), f64x2.pmin(c, d));
      const high = f64x2.pmax(f64x2.pmax(a, b), f64x2.pmax(c, d));
      const sum = f64x2.add(f64x2.add(a, b), f64x2.add(c, d)); // NaN if a corner is NaN
      const centre = v128.load(centres);
      const width = f64x2.sub(high, low);
      const off = f64x2.abs(f64x2.sub(f64x2.sub(f64x2.add(centre, centre), low), high));
      const near = v128.and(f64x2.eq(sum, sum), f64x2.le(off, f64x2.mul(width, f64x2.splat(0.5))));
      const wide = v128.and(f64x2.gt(width, widest), near);
      const from = f64x2.floor(f64x2.add(v128.bitselect(low, centre, wide), rounding));
      const to = v128.bitselect(f64x2.sub(f64x2.ceil(f64x2.sub(high, rounding)), one), from, wide);
      const inside = v128.and(f64x2.ge(to, zero), f64x2.lt(from, cells)); // false for NaN
      storeWhole(first, v128.bitselect(f64x2.pmax(zero, from), one, inside));
      storeWhole(last, v128.bitselect(f64x2.pmin(end, to), zero, inside));
    }
  }
}

/** Stores two whole numbers from 0 to 2^31: adding 2^52 moves them to the low bits of a double. */
function storeWhole(at: usize, numbers: v128): void {
  const bits = f64x2.add(numbers, f64x2.splat(4503599627370496));
  v128.store64_lane(at, i8x16.shuffle(bits, bits, 0, 1, 2, 3, 8, 9, 10, 11, 0, 1, 2, 3, 8, 9, 10, 11), 0);
}
