/** Moves cells of a grid of 16-bit codes, each to the code of its origin. */
import { areWithin, isUniform, onTheWay, originsOf } from './four-cells';
import { nodeAfter, nodeBefore, shareOfWay } from './nodes';

/** The grid of a call. */
export let width: i32 = 0;
export let height: i32 = 0;
export let columns: usize = 0;
export let scale: f64 = 0;
export let outside: i32 = 0;
export let out: usize = 0;
let codes: usize = 0;
let isAbsent: usize = 0;
let x: usize = 0;
let y: usize = 0;
let nodes: i32 = 0;
let rows: usize = 0;
let line: usize = 0;
let absentCount: i32 = 0;

/** Where the list of the codes without a value is, behind an octet for each code: their number and the codes, as words. */
const absentList: usize = 0x10000 + 4;

/** Takes what `moveGrid` is given. */
export function beginCells(
  given: usize,
  across: i32,
  down: i32,
  absentCodes: usize,
  east: usize,
  south: usize,
  nodeColumns: i32,
  columnNodes: usize,
  rowNodes: usize,
  cellScale: f64,
  lines: usize,
  beyond: i32,
  into: usize,
): void {
  codes = given;
  width = across;
  height = down;
  isAbsent = absentCodes;
  x = east;
  y = south;
  nodes = nodeColumns;
  columns = columnNodes;
  rows = rowNodes;
  scale = cellScale;
  line = lines;
  outside = beyond;
  out = into;
  absentCount = load<i32>(isAbsent + absentList - 4);
}

/**
 * Moves a run of a row of blocks. How far the origins are is interpolated along the rows of nodes first, then between two of these,
 * for four cells at once.
 */
export function moveRun(top: i32, bottom: i32, left: i32, right: i32): void {
  const first = nodeBefore(rows, top);
  const last = nodeAfter(rows, height, bottom - 1);
  for (let node = first; node <= last; node++) widenRow(node, line + 8 * width * (node - first), left, right);
  for (let row = top; row < bottom; row++) {
    const upper = line + 8 * width * (nodeBefore(rows, row) - first);
    const lower = line + 8 * width * (nodeAfter(rows, height, row) - first);
    const down = <f32>shareOfWay(rows, height, row);
    let column = left;
    for (; column + 8 <= right; column += 8) {
      if (moveEight(row, column, upper + 4 * column, lower + 4 * column, down)) continue;
      for (let i = column; i < column + 8; i += 4) moveFours(row, i, upper, lower, down);
    }
    for (; column + 4 <= right; column += 4) moveFours(row, column, upper, lower, down);
    for (; column < right; column++) moveOne(row, column, upper + 4 * column, lower + 4 * column, down);
  }
}

/** How far the origins of the cells along a row of nodes are: `width` 32-bit floats eastwards, then southwards. */
function widenRow(node: i32, into: usize, left: i32, right: i32): void {
  const eastwards = x + 4 * nodes * node;
  const southwards = y + 4 * nodes * node;
  for (let column = left; column < right; column++) {
    const west = 4 * nodeBefore(columns, column);
    const east = 4 * nodeAfter(columns, width, column);
    const from = f64x2(load<f32>(eastwards + west), load<f32>(southwards + west));
    const to = f64x2(load<f32>(eastwards + east), load<f32>(southwards + east));
    const along = f64x2.splat(scale * shareOfWay(columns, width, column));
    const away = f64x2.add(f64x2.mul(f64x2.splat(scale), from), f64x2.mul(along, f64x2.sub(to, from)));
    const both = f32x4.demote_f64x2_zero(away);
    store<f32>(into + 4 * column, f32x4.extract_lane(both, 0));
    store<f32>(into + 4 * (width + column), f32x4.extract_lane(both, 1));
  }
}

/** Moves eight cells if their origins are as far from each other as they are, nearly, and between cells of the grid. */
function moveEight(row: i32, column: i32, upper: usize, lower: usize, down: f32): bool {
  const share = f32x4.splat(down);
  const east0 = onTheWay(v128.load(upper), v128.load(lower), share);
  const east1 = onTheWay(v128.load(upper, 16), v128.load(lower, 16), share);
  const south0 = onTheWay(v128.load(upper + 4 * width), v128.load(lower + 4 * width), share);
  const south1 = onTheWay(v128.load(upper + 4 * width, 16), v128.load(lower + 4 * width, 16), share);
  const floor0 = f32x4.floor(east0);
  const floor1 = f32x4.floor(south0);
  const west = f32x4.splat(f32x4.extract_lane(floor0, 0));
  const north = f32x4.splat(f32x4.extract_lane(floor1, 0));
  const others = v128.and(f32x4.eq(f32x4.floor(east1), west), f32x4.eq(f32x4.floor(south1), north));
  if (!i32x4.all_true(v128.and(v128.and(f32x4.eq(floor0, west), f32x4.eq(floor1, north)), others))) return false;
  const atX = column + <i32>f32x4.extract_lane(west, 0);
  const atY = row + <i32>f32x4.extract_lane(north, 0);
  if (atX < 0 || atY < 0 || atX + 8 >= width || atY + 1 >= height) return false;
  const at = codes + 2 * (atY * width + atX);
  const into = out + 2 * (row * width + column);
  const a = v128.load(at);
  const b = v128.load(at, 2);
  const c = v128.load(at + 2 * width);
  const d = v128.load(at + 2 * width, 2);
  if (!v128.any_true(v128.or(v128.or(v128.xor(a, b), v128.xor(a, c)), v128.xor(a, d)))) {
    v128.store(into, a);
    return true;
  }
  const alongs0 = f32x4.sub(east0, west);
  const alongs1 = f32x4.sub(east1, west);
  const downs0 = f32x4.sub(south0, north);
  const downs1 = f32x4.sub(south1, north);
  const rounded = i16x8.narrow_i32x4_u(
    mixed(lowHalf(a), lowHalf(b), lowHalf(c), lowHalf(d), alongs0, downs0),
    mixed(highHalf(a), highHalf(b), highHalf(c), highHalf(d), alongs1, downs1),
  );
  let absent = i16x8.splat(0);
  for (let i = 0, list = isAbsent + absentList; i < absentCount; i++) {
    const code = i16x8.splat(load<i16>(list + 4 * i));
    const upperTwo = v128.or(i16x8.eq(a, code), i16x8.eq(b, code));
    absent = v128.or(absent, v128.or(upperTwo, v128.or(i16x8.eq(c, code), i16x8.eq(d, code))));
  }
  if (!v128.any_true(absent)) {
    v128.store(into, rounded);
    return true;
  }
  const halves = f32x4.splat(0.5);
  const isEast = i16x8.narrow_i32x4_s(f32x4.ge(alongs0, halves), f32x4.ge(alongs1, halves));
  const isSouth = i16x8.narrow_i32x4_s(f32x4.ge(downs0, halves), f32x4.ge(downs1, halves));
  const nearest = v128.bitselect(v128.bitselect(d, c, isEast), v128.bitselect(b, a, isEast), isSouth);
  v128.store(into, v128.bitselect(nearest, rounded, absent));
  return true;
}

function lowHalf(eight: v128): v128 {
  return f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(eight));
}

function highHalf(eight: v128): v128 {
  return f32x4.convert_i32x4_u(i32x4.extend_high_i16x8_u(eight));
}

/** Whole numbers between four others. */
function mixed(a: v128, b: v128, c: v128, d: v128, along: v128, down: v128): v128 {
  const value = onTheWay(onTheWay(a, b, along), onTheWay(c, d, along), down);
  return i32x4.trunc_sat_f32x4_s(f32x4.add(value, f32x4.splat(0.5)));
}

/** Moves four cells, one by one if they cannot be moved at once. @param upper of the row of nodes above, as `lower` of that below */
function moveFours(row: i32, column: i32, upper: usize, lower: usize, down: f32): void {
  if (moveFour(row, column, upper + 4 * column, lower + 4 * column, down)) return;
  for (let i = column; i < column + 4; i++) moveOne(row, i, upper + 4 * i, lower + 4 * i, down);
}

/** Moves four cells if all of their origins are between cells of the grid. */
function moveFour(row: i32, column: i32, upper: usize, lower: usize, down: f32): bool {
  const eastwards = onTheWay(v128.load(upper), v128.load(lower), f32x4.splat(down));
  const southwards = onTheWay(v128.load(upper + 4 * width), v128.load(lower + 4 * width), f32x4.splat(down));
  const west = f32x4.floor(eastwards);
  const north = f32x4.floor(southwards);
  const atX = originsOf(column, 1, west);
  const atY = originsOf(row, 0, north);
  if (!areWithin(atX, atY, width, height)) return false;
  const rowBytes = 2 * width;
  let above: v128;
  let under: v128;
  const first = codes + 2 * (i32x4.extract_lane(atY, 0) * width + i32x4.extract_lane(atX, 0));
  if (isUniform(west) && isUniform(north)) {
    above = neighbours(v128.load(first));
    under = neighbours(v128.load(first + rowBytes));
  } else {
    const at = i32x4.add(i32x4.mul(atY, i32x4.splat(width)), atX);
    const second = codes + 2 * i32x4.extract_lane(at, 1);
    const third = codes + 2 * i32x4.extract_lane(at, 2);
    const fourth = codes + 2 * i32x4.extract_lane(at, 3);
    above = i32x4(load<i32>(first), load<i32>(second), load<i32>(third), load<i32>(fourth));
    under = i32x4(
      load<i32>(first + rowBytes),
      load<i32>(second + rowBytes),
      load<i32>(third + rowBytes),
      load<i32>(fourth + rowBytes),
    );
  }
  const into = out + 2 * (row * width + column);
  const low = i32x4.splat(0xffff);
  const a = v128.and(above, low);
  const b = i32x4.shr_u(above, 16);
  const c = v128.and(under, low);
  const d = i32x4.shr_u(under, 16);
  if (!v128.any_true(v128.or(v128.xor(above, under), v128.xor(a, b)))) {
    v128.store64_lane(into, i16x8.narrow_i32x4_u(a, a), 0);
    return true;
  }
  const shareX = f32x4.sub(eastwards, west);
  const shareY = f32x4.sub(southwards, north);
  const rounded = mixed(
    f32x4.convert_i32x4_s(a), f32x4.convert_i32x4_s(b), f32x4.convert_i32x4_s(c), f32x4.convert_i32x4_s(d), shareX, shareY,
  ); // prettier-ignore
  let absent = i32x4.splat(0);
  for (let i = 0, list = isAbsent + absentList; i < absentCount; i++) {
    const code = i16x8.splat(load<i16>(list + 4 * i));
    absent = v128.or(absent, v128.or(i16x8.eq(above, code), i16x8.eq(under, code)));
  }
  const isEast = f32x4.ge(shareX, f32x4.splat(0.5));
  const isSouth = f32x4.ge(shareY, f32x4.splat(0.5));
  const nearest = v128.bitselect(v128.bitselect(d, c, isEast), v128.bitselect(b, a, isEast), isSouth);
  const moved = v128.bitselect(nearest, rounded, i32x4.ne(absent, i32x4.splat(0)));
  v128.store64_lane(into, i16x8.narrow_i32x4_u(moved, moved), 0);
  return true;
}

/** Each of four codes and the next one. */
function neighbours(eight: v128): v128 {
  return i8x16.shuffle(eight, eight, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9);
}

function moveOne(row: i32, column: i32, upper: usize, lower: usize, down: f32): void {
  const into = out + 2 * (row * width + column);
  const atX = <f64>column + <f64>part(upper, lower, down);
  const atY = <f64>row + <f64>part(upper + 4 * width, lower + 4 * width, down);
  if (!(atX >= -0.5 && atY >= -0.5 && atX < <f64>width - 0.5 && atY < <f64>height - 0.5)) {
    store<u16>(into, <u16>outside);
    return;
  }
  const west = Math.floor(atX);
  const north = Math.floor(atY);
  const column0 = <i32>west;
  const row0 = <i32>north;
  if (column0 >= 0 && row0 >= 0 && column0 + 1 < width && row0 + 1 < height) {
    const at = codes + 2 * (row0 * width + column0);
    const a = load<u16>(at);
    const b = load<u16>(at, 2);
    const c = load<u16>(at + 2 * width);
    const d = load<u16>(at + 2 * width, 2);
    if ((load<u8>(isAbsent + a) | load<u8>(isAbsent + b) | load<u8>(isAbsent + c) | load<u8>(isAbsent + d)) == 0) {
      const shareX = atX - west;
      const above = <f64>a + shareX * (<f64>b - <f64>a);
      const under = <f64>c + shareX * (<f64>d - <f64>c);
      store<u16>(into, <u16>(above + (atY - north) * (under - above) + 0.5));
      return;
    }
  }
  const nearest = <i32>Math.floor(atY + 0.5) * width + <i32>Math.floor(atX + 0.5);
  store<u16>(into, load<u16>(codes + 2 * nearest));
}

function part(upper: usize, lower: usize, down: f32): f32 {
  const above = load<f32>(upper);
  return above + down * (load<f32>(lower) - above);
}
