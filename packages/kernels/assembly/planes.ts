/** Planes of 16-bit cells: test for constant boxes, copies of square blocks, and planes at half size. */

/** Whether all cells of a box are equal. */
export function isConstant(cells: usize, width: u32, top: u32, bottom: u32, left: u32, right: u32): bool {
  const first = load<u16>(cells + 2 * (top * width + left));
  const eight = i16x8.splat(first);
  for (let row = top; row < bottom; row++) {
    let at = cells + 2 * (row * width + left);
    const end = at + 2 * (right - left);
    for (; at + 16 <= end; at += 16) if (v128.any_true(v128.xor(v128.load(at), eight))) return false;
    for (; at < end; at += 2) if (load<u16>(at) != first) return false;
  }
  return true;
}

/**
 * Copies a box to the north-western corner of a block; the rest of the block repeats the first cell of the box.
 *
 * @param side of the block in cells, a multiple of 8
 */
export function copyBox(
  cells: usize,
  width: u32,
  top: u32,
  bottom: u32,
  left: u32,
  right: u32,
  into: usize,
  side: u32,
): void {
  if (right - left < side || bottom - top < side) {
    const first = i16x8.splat(load<u16>(cells + 2 * (top * width + left)));
    for (let i: usize = 0; i < 2 * side * side; i += 16) v128.store(into + i, first);
  }
  for (let row = top; row < bottom; row++, into += 2 * side) {
    memory.copy(into, cells + 2 * (row * width + left), 2 * (right - left));
  }
}

/** Each cell of a block minus the one to its left, modulo 2^16; TIFF revision 6.0, section 14. */
export function takeDifferences(block: usize, side: u32): void {
  for (let row: u32 = 0; row < side; row++) {
    let before = i16x8.splat(0);
    for (let i: u32 = 0; i < side; i += 8, block += 16) {
      const cells = v128.load(block);
      const shifted = i8x16.shuffle(before, cells, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29);
      v128.store(block, i16x8.sub(cells, shifted));
      before = cells;
    }
  }
}

/** Values of `rule` for the best cell. */
const ruleBest: u32 = 0;
const ruleGreatest: u32 = 3;

/**
 * Writes a box of the plane at half size. On an odd edge the last row or column is counted twice.
 *
 * @param worth a double for each of 65,536 codes; the best code is the first of highest worth, and codes with negative
 *              worth are absent
 * @param absent words: the number of absent codes, then these; used by rule 3 alone
 * @param rule  0: best code, 1: mean of all, 2: mean of those present, 3: best code, which is the greatest of those present
 */
export function halveBox(
  cells: usize,
  width: u32,
  height: u32,
  into: usize,
  half: u32,
  top: u32,
  bottom: u32,
  left: u32,
  right: u32,
  worth: usize,
  absent: usize,
  rule: u32,
): void {
  const whole: u32 = (width >>> 4) << 3; // columns before this have 16 readable cells
  for (let row = top; row < bottom; row++) {
    const upper = cells + 2 * (2 * row * width);
    const lower = cells + 2 * (min(2 * row + 1, height - 1) * width);
    const out = into + 2 * (row * half);
    let column: u32 = left;
    while (column < right) {
      // 16 cells of two rows that form eight squares of equal cells
      while (column + 8 <= min(right, whole) && squares(upper + 4 * column, lower + 4 * column)) {
        v128.store(out + 2 * column, evens(upper + 4 * column));
        column += 8;
      }
      if (rule == ruleGreatest && column + 8 <= min(right, whole)) {
        if (storeGreatest(upper + 4 * column, lower + 4 * column, absent, out + 2 * column)) {
          column += 8;
          continue;
        }
      }
      const stop = min(right, column + 8);
      for (; column < stop; column++) {
        const west = 2 * column;
        const east = min(west + 1, width - 1);
        const a: u32 = load<u16>(upper + 2 * west);
        const b: u32 = load<u16>(upper + 2 * east);
        const c: u32 = load<u16>(lower + 2 * west);
        const d: u32 = load<u16>(lower + 2 * east);
        let one = a;
        if (a != b || a != c || a != d) {
          one =
            rule == ruleBest || rule == ruleGreatest
              ? best(worth, a, b, c, d)
              : rule == 1
                ? (a + b + c + d + 2) >>> 2
                : mean(worth, a, b, c, d);
        }
        store<u16>(out + 2 * column, <u16>one);
      }
    }
  }
}

function squares(upper: usize, lower: usize): bool {
  const a = v128.load(upper);
  const b = v128.load(upper, 16);
  const rows = v128.or(v128.xor(a, v128.load(lower)), v128.xor(b, v128.load(lower, 16)));
  const turned = v128.or(v128.xor(a, neighbours(a)), v128.xor(b, neighbours(b)));
  return !v128.any_true(v128.or(rows, turned));
}

function neighbours(cells: v128): v128 {
  return i8x16.shuffle(cells, cells, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
}

/** Stores the greatest present code of each of eight squares, if each has one or has only one code. */
function storeGreatest(upper: usize, lower: usize, absent: usize, into: usize): bool {
  const a = evens(upper);
  const b = odds(upper);
  const c = evens(lower);
  const d = odds(lower);
  let noA = i16x8.splat(0);
  let noB = noA;
  let noC = noA;
  let noD = noA;
  for (let i = load<i32>(absent); i > 0; i--) {
    const code = i16x8.splat(load<i16>(absent + 4 * i));
    noA = v128.or(noA, i16x8.eq(a, code));
    noB = v128.or(noB, i16x8.eq(b, code));
    noC = v128.or(noC, i16x8.eq(c, code));
    noD = v128.or(noD, i16x8.eq(d, code));
  }
  const without = v128.and(v128.and(noA, noB), v128.and(noC, noD));
  const several = v128.or(v128.or(v128.xor(a, b), v128.xor(a, c)), v128.xor(a, d));
  if (v128.any_true(v128.and(without, several))) return false;
  const first = i16x8.max_u(v128.andnot(a, noA), v128.andnot(b, noB));
  const second = i16x8.max_u(v128.andnot(c, noC), v128.andnot(d, noD));
  v128.store(into, v128.bitselect(a, i16x8.max_u(first, second), without));
  return true;
}

function odds(at: usize): v128 {
  return i8x16.shuffle(v128.load(at), v128.load(at, 16), 2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 22, 23, 26, 27, 30, 31);
}

function evens(at: usize): v128 {
  return i8x16.shuffle(v128.load(at), v128.load(at, 16), 0, 1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29);
}

function worthOf(worth: usize, code: u32): f64 {
  return load<f64>(worth + 8 * code);
}

function best(worth: usize, a: u32, b: u32, c: u32, d: u32): u32 {
  const first = worthOf(worth, b) > worthOf(worth, a) ? b : a;
  const second = worthOf(worth, d) > worthOf(worth, c) ? d : c;
  return worthOf(worth, second) > worthOf(worth, first) ? second : first;
}

function mean(worth: usize, a: u32, b: u32, c: u32, d: u32): u32 {
  let sum: u32 = 0;
  let count: u32 = 0;
  if (worthOf(worth, a) >= 0) {
    sum += a;
    count++;
  }
  if (worthOf(worth, b) >= 0) {
    sum += b;
    count++;
  }
  if (worthOf(worth, c) >= 0) {
    sum += c;
    count++;
  }
  if (worthOf(worth, d) >= 0) {
    sum += d;
    count++;
  }
  return count == 0 ? best(worth, a, b, c, d) : (sum + (count >> 1)) / count;
}
