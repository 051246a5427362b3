/** What kernels that move cells do with four 32-bit numbers at once. */

/** Numbers on the way from some to others. */
export function onTheWay(from: v128, to: v128, share: v128): v128 {
  return f32x4.add(from, f32x4.mul(share, f32x4.sub(to, from)));
}

/** Columns, or rows, of four origins. @param first of the cells; `step`: from one cell to the next; `away`: to the origins, whole */
export function originsOf(first: i32, step: i32, away: v128): v128 {
  return i32x4.add(i32x4.trunc_sat_f32x4_s(away), i32x4.add(i32x4.splat(first), i32x4(0, step, 2 * step, 3 * step)));
}

/** Whether four cells and those east and south of them are in the grid. */
export function areWithin(columns: v128, rows: v128, width: i32, height: i32): bool {
  return i32x4.all_true(
    v128.and(
      v128.and(i32x4.ge_s(columns, i32x4.splat(0)), i32x4.lt_s(columns, i32x4.splat(width - 1))),
      v128.and(i32x4.ge_s(rows, i32x4.splat(0)), i32x4.lt_s(rows, i32x4.splat(height - 1))),
    ),
  );
}

/** Whether the four floats of a vector are equal, as those of neighbouring cells nearly always are. */
export function isUniform(four: v128): bool {
  return i32x4.all_true(f32x4.eq(four, i32x4.shuffle(four, four, 0, 0, 0, 0)));
}

/** The pairs of a cell and of the next one, which in a grid of one column is the cell itself. */
export function twoPairs(at: usize, isWide: bool): v128 {
  return isWide ? v128.load(at) : v128.load64_splat(at);
}
