/** Moves earlier frames of echoes onto the newest one. Planes are of 32-bit floats. */
import { areWithin, isUniform, onTheWay, originsOf } from './four-cells';
import { nodeAfter, nodeBefore, shareOfWay } from './nodes';
import { areObserved, observed } from './tiles';

/** Bytes of the motion of the cells along a row of nodes in a tile: eight eastwards, eight southwards. */
const lineBytes: usize = 64;

/** The numbers of a call. */
let across: i32 = 0;
let down: i32 = 0;
let nowShares: usize = 0;
let thenEchoes: usize = 0;
let thenShares: usize = 0;
let moved: usize = 0;
let used: usize = 0;

/**
 * Moves an earlier frame onto the newest, within some tiles.
 *
 * @param tiles     words: first column, column behind the last, first row, row behind the last
 * @param newest    share of each cell of the newest frame that was observed; `newestFlags`: of its tiles (`flagTiles`)
 * @param echoes    of the earlier frame; `shares` and `flags`: the same of it
 * @param u         motion eastwards on a grid of `nodes` columns; `v`: southwards
 * @param columns   where the cells of a row are between nodes (`nodes.ts`); `rows`: the cells of a column
 * @param line      working memory: 64 bytes for each row of nodes, and 64 more
 * @param ago       how far back, in cells per unit of the motion
 * @param movedInto plane of the moved echoes; `isUsed`: octets, 1 where both frames were observed
 */
export function moveEchoes(
  tiles: usize,
  count: i32,
  newest: usize,
  newestFlags: usize,
  echoes: usize,
  shares: usize,
  flags: usize,
  width: i32,
  height: i32,
  u: usize,
  v: usize,
  nodes: i32,
  columns: usize,
  rows: usize,
  line: usize,
  ago: f64,
  movedInto: usize,
  isUsed: usize,
): void {
  across = width;
  down = height;
  nowShares = newest;
  thenEchoes = echoes;
  thenShares = shares;
  moved = movedInto;
  used = isUsed;
  const lines = line + lineBytes;
  for (let tile = 0; tile < count; tile++, tiles += 16) {
    const left = load<i32>(tiles);
    const right = load<i32>(tiles, 4);
    const top = load<i32>(tiles, 8);
    const bottom = load<i32>(tiles, 12);
    const firstNode = nodeBefore(rows, top);
    const lastNode = nodeAfter(rows, height, bottom - 1);
    for (let node = firstNode; node <= lastNode; node++) {
      const start = 4 * nodes * node;
      widen(u + start, v + start, columns, left, right, <f32>-ago, lines + lineBytes * (node - firstNode));
    }
    const isPlain =
      areObserved(newestFlags, width, left, left, top, top) &&
      comesFromObserved(flags, lines, lastNode - firstNode + 1, left, right, top, bottom);
    for (let row = top; row < bottom; row++) {
      const upper = lines + lineBytes * (nodeBefore(rows, row) - firstNode);
      const lower = lines + lineBytes * (nodeAfter(rows, height, row) - firstNode);
      const share = f32x4.splat(<f32>shareOfWay(rows, height, row));
      for (let column = left; column < right; column += 4) {
        const at = 4 * (column - left);
        const eastwards = onTheWay(v128.load(upper + at), v128.load(lower + at), share);
        const southwards = onTheWay(v128.load(upper + at, 32), v128.load(lower + at, 32), share);
        if (column + 4 <= right && moveFour(row, column, eastwards, southwards, isPlain)) continue;
        v128.store(line, eastwards);
        v128.store(line, southwards, 16);
        for (let i = 0; i < min(4, right - column); i++) moveOne(row, column + i, line + 4 * i);
      }
    }
  }
}

/** The motion of up to eight cells along a row of nodes; the last of fewer is repeated. */
function widen(u: usize, v: usize, columns: usize, left: i32, right: i32, back: f32, into: usize): void {
  for (let i = 0; i < 8; i++, into += 4) {
    const column = min(left + i, right - 1);
    const west = 4 * nodeBefore(columns, column);
    const east = 4 * nodeAfter(columns, across, column);
    const share = <f32>shareOfWay(columns, across, column);
    store<f32>(into, back * between(load<f32>(u + west), load<f32>(u + east), share));
    store<f32>(into, back * between(load<f32>(v + west), load<f32>(v + east), share), 32);
  }
}

function between(from: f32, to: f32, share: f32): f32 {
  return from + share * (to - from);
}

/** Whether all cells of a tile come from between observed cells. */
function comesFromObserved(flags: usize, lines: usize, count: i32, left: i32, right: i32, top: i32, bottom: i32): bool {
  let least = f32x4.splat(f32.MAX_VALUE);
  let most = f32x4.splat(-f32.MAX_VALUE);
  let leastSouth = least;
  let mostSouth = most;
  for (let i = 0; i < count; i++, lines += lineBytes) {
    const first = v128.load(lines);
    const second = v128.load(lines, 16);
    least = f32x4.min(least, f32x4.min(first, second));
    most = f32x4.max(most, f32x4.max(first, second));
    const third = v128.load(lines, 32);
    const fourth = v128.load(lines, 48);
    leastSouth = f32x4.min(leastSouth, f32x4.min(third, fourth));
    mostSouth = f32x4.max(mostSouth, f32x4.max(third, fourth));
  }
  const west = left + <i32>Mathf.floor(leastOf(least));
  const east = right + <i32>Mathf.floor(-leastOf(f32x4.neg(most)));
  const north = top + <i32>Mathf.floor(leastOf(leastSouth));
  const south = bottom + <i32>Mathf.floor(-leastOf(f32x4.neg(mostSouth)));
  const isInside = west >= 0 && north >= 0 && east < across && south < down;
  return isInside && areObserved(flags, across, west, east, north, south);
}

function leastOf(four: v128): f32 {
  const two = f32x4.min(four, i32x4.shuffle(four, four, 2, 3, 0, 1));
  return min(f32x4.extract_lane(two, 0), f32x4.extract_lane(two, 1));
}

/** Moves four cells if all of their origins are between cells of the grid. @param isPlain these and their origins are observed */
function moveFour(row: i32, column: i32, eastwards: v128, southwards: v128, isPlain: bool): bool {
  const i = row * across + column;
  const leasts = f32x4.splat(observed);
  const isSeen = isPlain ? i32x4.splat(-1) : f32x4.ge(v128.load(nowShares + 4 * i), leasts);
  if (!v128.any_true(isSeen)) {
    v128.store(moved + 4 * i, isSeen);
    store<u32>(used + i, 0);
    return true;
  }
  const west = f32x4.floor(eastwards);
  const north = f32x4.floor(southwards);
  const atX = originsOf(column, 1, west);
  const atY = originsOf(row, 0, north);
  if (!isPlain && !areWithin(atX, atY, across, down)) return false;
  const at = i32x4.shl(i32x4.add(i32x4.mul(atY, i32x4.splat(across)), atX), 2);
  const areTogether = isUniform(west) && isUniform(north);
  const along = f32x4.sub(eastwards, west);
  const under = f32x4.sub(southwards, north);
  const echo = mixed(thenEchoes, at, areTogether, along, under);
  if (isPlain) {
    v128.store(moved + 4 * i, echo);
    store<u32>(used + i, 0x01010101);
    return true;
  }
  const share = mixed(thenShares, at, areTogether, along, under);
  const isUsed = v128.and(isSeen, f32x4.ge(share, leasts));
  v128.store(moved + 4 * i, v128.and(echo, isUsed));
  const words = i16x8.narrow_i32x4_s(isUsed, isUsed);
  store<u32>(used + i, i32x4.extract_lane(i8x16.narrow_i16x8_s(words, words), 0) & 0x01010101);
  return true;
}

/** Four numbers, each between four of a plane. @param at bytes to the first of these; `areTogether`: they are neighbours */
function mixed(plane: usize, at: v128, areTogether: bool, along: v128, under: v128): v128 {
  const rowBytes: usize = 4 * across;
  const first = plane + i32x4.extract_lane(at, 0);
  if (areTogether) {
    const upper = onTheWay(v128.load(first), v128.load(first, 4), along);
    return onTheWay(upper, onTheWay(v128.load(first + rowBytes), v128.load(first + rowBytes, 4), along), under);
  }
  const second = plane + i32x4.extract_lane(at, 1);
  const third = plane + i32x4.extract_lane(at, 2);
  const fourth = plane + i32x4.extract_lane(at, 3);
  const upper = mixedPairs(first, second, third, fourth, along);
  const lower = mixedPairs(first + rowBytes, second + rowBytes, third + rowBytes, fourth + rowBytes, along);
  return onTheWay(upper, lower, under);
}

/** Numbers between those at some places and those behind them. */
function mixedPairs(first: usize, second: usize, third: usize, fourth: usize, along: v128): v128 {
  const some = v128.load64_lane(second, v128.load64_zero(first), 1);
  const others = v128.load64_lane(fourth, v128.load64_zero(third), 1);
  return onTheWay(i32x4.shuffle(some, others, 0, 2, 4, 6), i32x4.shuffle(some, others, 1, 3, 5, 7), along);
}

/** @param motion how far east the origin is; 16 bytes behind it, how far south */
function moveOne(row: i32, column: i32, motion: usize): void {
  const i = row * across + column;
  store<u8>(used + i, 0);
  store<f32>(moved + 4 * i, 0);
  if (load<f32>(nowShares + 4 * i) < observed) return;
  const x = <f64>column + <f64>load<f32>(motion);
  const y = <f64>row + <f64>load<f32>(motion, 16);
  if (!(x >= 0 && y >= 0 && x <= <f64>(across - 1) && y <= <f64>(down - 1))) return;
  const west = min(<i32>x, max(0, across - 2));
  const north = min(<i32>y, max(0, down - 2));
  const first = 4 * (north * across + west);
  const toEast = across > 1 ? 4 : 0;
  const toSouth = down > 1 ? 4 * across : 0;
  const along = <f32>(x - <f64>west);
  const under = <f32>(y - <f64>north);
  if (mixedOne(thenShares + first, toEast, toSouth, along, under) < observed) return;
  store<f32>(moved + 4 * i, mixedOne(thenEchoes + first, toEast, toSouth, along, under));
  store<u8>(used + i, 1);
}

/** A number between four. */
function mixedOne(at: usize, toEast: i32, toSouth: i32, along: f32, under: f32): f32 {
  const upper = between(load<f32>(at), load<f32>(at + toEast), along);
  return between(upper, between(load<f32>(at + toSouth), load<f32>(at + toSouth + toEast), along), under);
}
