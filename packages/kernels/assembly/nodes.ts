/**
 * Positions between the nodes of a coarse grid: for each of `count` cells along a side, words of the node before, words of the node
 * after, and doubles of the share of the way. The numbers of two planes are worked on together, as the two doubles of a vector.
 */

export function nodeBefore(samples: usize, i: i32): i32 {
  return load<i32>(samples + 4 * i);
}

export function nodeAfter(samples: usize, count: i32, i: i32): i32 {
  return load<i32>(samples + 4 * (count + i));
}

export function shareOfWay(samples: usize, count: i32, i: i32): f64 {
  return load<f64>(samples + 8 * (count + i));
}

/**
 * A row between two rows of nodes.
 *
 * @param x     32-bit floats on a grid of `nodes` columns; `y`: on the same
 * @param count cells of a column
 * @param line  vectors for the nodes `from` to `to`
 */
export function rowBetween(
  x: usize,
  y: usize,
  nodes: i32,
  rows: usize,
  count: i32,
  row: i32,
  from: i32,
  to: i32,
  line: usize,
): void {
  const upper = 4 * nodes * nodeBefore(rows, row);
  const lower = 4 * nodes * nodeAfter(rows, count, row);
  const down = f64x2.splat(shareOfWay(rows, count, row));
  for (let i = from; i <= to; i++) {
    const above = f64x2(load<f32>(x + upper + 4 * i), load<f32>(y + upper + 4 * i));
    const under = f64x2(load<f32>(x + lower + 4 * i), load<f32>(y + lower + 4 * i));
    v128.store(line + 16 * i, between(above, under, down));
  }
}

/** The two numbers at a cell, between the nodes of a row. @param count cells of a row */
export function pairBetween(line: usize, columns: usize, count: i32, column: i32): v128 {
  const west = v128.load(line + 16 * nodeBefore(columns, column));
  const east = v128.load(line + 16 * nodeAfter(columns, count, column));
  const along = f64x2.splat(shareOfWay(columns, count, column));
  return between(west, east, along);
}

/** Two numbers on the way from two others to two. */
export function between(from: v128, to: v128, share: v128): v128 {
  return f64x2.add(from, f64x2.mul(share, f64x2.sub(to, from)));
}

/**
 * The least x and y, and the least −x and −y, of each column of nodes between two rows.
 *
 * @param extents a vector for each column of nodes
 */
export function findExtents(x: usize, y: usize, nodes: i32, first: i32, last: i32, extents: usize): void {
  for (let node = 0; node < nodes; node++) {
    let least = f32x4.splat(f32.MAX_VALUE);
    for (let row = first; row <= last; row++) {
      const at = 4 * (row * nodes + node);
      const pair = i32x4.shuffle(v128.load32_zero(x + at), v128.load32_zero(y + at), 0, 4, 0, 4);
      least = f32x4.min(least, v128.xor(pair, f32x4(0, 0, -0.0, -0.0)));
    }
    v128.store(extents + 16 * node, least);
  }
}
