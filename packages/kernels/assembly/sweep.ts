/** Draws a tile of a radar sweep: locates its pixels relative to the radar and finds the highest rank of their gates. */
const side: usize = 256;

/** Offsets of the lists of 32-bit floats in the tables of a tile: of columns, then of rows. */
const versineAt: usize = 4 * side;
const acrossAt: usize = 2 * 4 * side;
const upAt: usize = 3 * 4 * side;
const downAt: usize = 4 * 4 * side;
const halfAt: usize = 5 * 4 * side;

/** Offsets of the lists of words in the line: bounds of the gates and radials of each pixel. */
const innerAt: usize = 4 * side;
const outerAt: usize = 2 * 4 * side;
const leftAt: usize = 3 * 4 * side;
const rightAt: usize = 4 * 4 * side;
const partAt: usize = 5 * 4 * side;

/** Entries per turn in the table of azimuths. */
const turnParts: i32 = 36000;
const partsPerRadian: f32 = 5729.578; // turnParts / 2π
/** Offset of the nearest radials in the table of azimuths, in octets. */
const nearestAzimuthAt: usize = 2 * (turnParts + 1);
const none: i32 = 0xffff;

/**
 * Draws rows of a tile.
 *
 * @param tables   of the tile: sine and versine (1 − cosine) of the longitudes of columns; of rows, in metres: across, up and
 *                 down (east = across · sin, north = up + down · versine), and half of a pixel's side
 * @param azimuths number of radials before each part of a turn, then the nearest radial, as 16-bit numbers
 * @param ranges   likewise for gates, for each step of ground range
 * @param steps    number of steps of ground range, `perM` per metre
 * @param ranks    an octet per gate, radial by radial
 * @param reachM   ground range at which the gates end
 * @param gateM    length of a gate; a smaller pixel can contain no gate centre
 * @param apart    spacing of radials in parts of a turn; a smaller pixel can contain no radial
 * @param line     working memory of 6 lists of 256 words
 * @param out      an octet per pixel of the tile
 * @returns the highest rank drawn
 */
export function sweepTile(
  tables: usize,
  rowFrom: usize,
  rowTo: usize,
  azimuths: usize,
  ranges: usize,
  steps: usize,
  perM: f32,
  ranks: usize,
  radials: i32,
  gates: i32,
  reachM: f32,
  gateM: f32,
  apart: f32,
  line: usize,
  out: usize,
): u32 {
  const nearest = ranges + 2 * steps;
  let highest: u32 = 0;
  for (let y = rowFrom; y < rowTo; y++) {
    const large = placeRow(tables, tables + 4 * y, <f32>(steps - 1), perM, reachM, gateM, apart, line);
    const row = out + y * side;
    const rank = large
      ? takeRow(line, azimuths, ranges, nearest, ranks, radials, gates, row)
      : takeNearest(line, azimuths, nearest, ranks, gates, row);
    highest = max(highest, rank);
  }
  return highest;
}

/**
 * Finds the bounds of gates and radials of the pixels of a row; the step is negative if a pixel has none.
 *
 * @returns whether any pixel is large enough to need more than the nearest gate
 */
function placeRow(
  columns: usize,
  row: usize,
  end: f32,
  perM: f32,
  reachM: f32,
  gateM: f32,
  apart: f32,
  line: usize,
): bool {
  const zero = f32x4.splat(0);
  const least = f32x4.splat(0.001); // minimum divisor in metres
  const last = f32x4.splat(end);
  const perMetre = f32x4.splat(perM);
  const perRadian = f32x4.splat(partsPerRadian);
  const turn = f32x4.splat(<f32>turnParts);
  const across = v128.load32_splat(row, acrossAt);
  const up = v128.load32_splat(row, upAt);
  const down = v128.load32_splat(row, downAt);
  const half = v128.load32_splat(row, halfAt);
  const outermost = reachM + load<f32>(row, halfAt) * <f32>Math.SQRT2;
  const furthest = f32x4.splat(outermost * outermost);
  let large = zero;
  for (let x: usize = 0; x < 4 * side; x += 16, columns += 16, line += 16) {
    const sin = v128.load(columns);
    const versine = v128.load(columns, versineAt);
    const east = f32x4.mul(across, sin);
    const north = f32x4.add(up, f32x4.mul(down, versine));
    const squared = f32x4.add(f32x4.mul(east, east), f32x4.mul(north, north));
    const seen = v128.and(f32x4.le(squared, furthest), f32x4.le(versine, f32x4.splat(1)));
    if (!v128.any_true(seen)) {
      v128.store(line, i32x4.splat(-1));
      continue;
    }
    const distance = f32x4.sqrt(squared);
    const eastward = f32x4.abs(east);
    const northward = f32x4.abs(north);
    const perDistance = f32x4.div(f32x4.splat(1), f32x4.pmax(distance, least));
    const corner = f32x4.pmax(f32x4.mul(f32x4.add(eastward, northward), perDistance), f32x4.splat(1));
    const askew = f32x4.abs(sin); // meridians converge, so a pixel to the side is rotated
    const reach = f32x4.mul(half, f32x4.add(corner, askew));
    const width = f32x4.add(reach, reach);
    const within = f32x4.sub(distance, reach);
    storeNearest(line, v128.bitselect(f32x4.pmin(f32x4.mul(distance, perMetre), last), f32x4.splat(-1), seen));

    const slope = f32x4.div(f32x4.pmin(eastward, northward), f32x4.pmax(f32x4.pmax(eastward, northward), least));
    let part = f32x4.mul(arcOf(slope), perRadian);
    part = v128.bitselect(f32x4.sub(f32x4.splat(<f32>(turnParts / 4)), part), part, f32x4.gt(eastward, northward));
    part = v128.bitselect(f32x4.sub(f32x4.splat(<f32>(turnParts / 2)), part), part, f32x4.lt(north, zero));
    part = v128.bitselect(f32x4.sub(turn, part), part, f32x4.lt(east, zero));
    storeNearest(line + partAt, part);

    const wide = f32x4.ge(width, f32x4.splat(gateM));
    const around = f32x4.ge(width, f32x4.mul(within, f32x4.splat(3)));
    const broad = f32x4.ge(f32x4.mul(width, perRadian), f32x4.mul(within, f32x4.splat(apart)));
    const here = v128.and(seen, v128.or(wide, broad));
    large = v128.or(large, here);

    if (!v128.any_true(here)) {
      // only the nearest gate
      v128.store(line, zero, innerAt);
      v128.store(line, zero, outerAt);
      v128.store(line, zero, leftAt);
      v128.store(line, zero, rightAt);
      continue;
    }

    // gates with centres in the pixel; its outer side is curved
    const beside = f32x4.gt(distance, reach);
    const bulge = v128.and(f32x4.mul(f32x4.mul(reach, reach), f32x4.mul(perDistance, f32x4.splat(0.5))), beside);
    const inner = f32x4.sub(f32x4.mul(within, perMetre), f32x4.splat(0.5));
    const outer = f32x4.add(f32x4.mul(f32x4.add(f32x4.add(distance, reach), bulge), perMetre), f32x4.splat(0.5));
    storeNearest(line + innerAt, v128.and(f32x4.pmin(f32x4.pmax(inner, zero), last), wide));
    storeNearest(line + outerAt, v128.and(f32x4.pmin(outer, last), wide));

    // and radials
    const spread = f32x4.mul(f32x4.div(reach, within), perRadian);
    const some = v128.andnot(broad, around);
    storeNearest(line + leftAt, v128.and(f32x4.sub(part, spread), some));
    const right = v128.and(f32x4.add(part, spread), some);
    storeNearest(line + rightAt, v128.bitselect(turn, right, around));
  }
  return v128.any_true(large);
}

/** Arc tangent for values up to 1, with an error of 10⁻⁵. @see Abramowitz and Stegun, Handbook of Mathematical Functions, 4.4.49 */
function arcOf(tangent: v128): v128 {
  const t = f32x4.mul(tangent, tangent);
  let sum = f32x4.add(f32x4.splat(-0.085133), f32x4.mul(t, f32x4.splat(0.0208351)));
  sum = f32x4.add(f32x4.splat(0.180141), f32x4.mul(t, sum));
  sum = f32x4.add(f32x4.splat(-0.3302995), f32x4.mul(t, sum));
  sum = f32x4.add(f32x4.splat(0.999866), f32x4.mul(t, sum));
  return f32x4.mul(tangent, sum);
}

/** Stores four floats below 2^22 rounded to whole numbers: adding 1.5 · 2^23 moves them to the low bits. */
function storeNearest(at: usize, numbers: v128): void {
  v128.store(at, i32x4.sub(f32x4.add(numbers, f32x4.splat(12582912)), i32x4.splat(0x4b400000)));
}

/** Sets each pixel of a row to the rank of the gate nearest to its centre. */
function takeNearest(line: usize, azimuths: usize, ranges: usize, ranks: usize, gates: i32, out: usize): u32 {
  let highest: u32 = 0;
  for (let x: usize = 0; x < side; x++, line += 4) {
    let rank: u32 = 0;
    const step = load<i32>(line);
    if (step >= 0) {
      const gate: i32 = load<u16>(ranges + 2 * step);
      const radial: i32 = load<u16>(azimuths + nearestAzimuthAt + 2 * load<i32>(line, partAt));
      if (gate != none && radial != none) rank = load<u8>(ranks + radial * gates + gate);
    }
    store<u8>(out + x, rank);
    highest = max(highest, rank);
  }
  return highest;
}

/** Sets each pixel of a row to the highest rank of the gates in it, or of the nearest gate if it contains no gate centre. */
function takeRow(
  line: usize,
  azimuths: usize,
  ranges: usize,
  nearest: usize,
  ranks: usize,
  radials: i32,
  gates: i32,
  out: usize,
): u32 {
  let highest: u32 = 0;
  for (let x: usize = 0; x < side; x++, line += 4) {
    let rank: u32 = 0;
    const step = load<i32>(line);
    if (step >= 0) {
      const inner: i32 = load<u16>(ranges + 2 * load<i32>(line, innerAt));
      const outer: i32 = <i32>load<u16>(ranges + 2 * load<i32>(line, outerAt)) - 1;
      const gate: i32 = load<u16>(nearest + 2 * step);
      const first = select(gate, inner, outer < inner);
      const last = select(gate, outer, outer < inner);
      const left = radialsBefore(azimuths, load<i32>(line, leftAt), radials);
      const right = radialsBefore(azimuths, load<i32>(line, rightAt), radials) - 1;
      const radial: i32 = load<u16>(azimuths + nearestAzimuthAt + 2 * load<i32>(line, partAt));
      const from = select(radial, left, right < left);
      const to = select(radial, right, right < left);
      if (first != none && from != none) rank = highestOf(ranks, radials, gates, from, to, first, last);
    }
    store<u8>(out + x, rank);
    highest = max(highest, rank);
  }
  return highest;
}

/** Number of radials before a part, which can be up to a turn outside of the table. */
function radialsBefore(azimuths: usize, part: i32, radials: i32): i32 {
  if (part < 0) return <i32>load<u16>(azimuths + 2 * (part + turnParts)) - radials;
  if (part >= turnParts) return <i32>load<u16>(azimuths + 2 * (part - turnParts)) + radials;
  return load<u16>(azimuths + 2 * part);
}

/** The highest rank of gates of a range of radials, whose numbers can be up to a turn out of range. */
function highestOf(ranks: usize, radials: i32, gates: i32, from: i32, to: i32, first: i32, last: i32): u32 {
  const count = last - first + 1;
  const begin = ranks + first;
  const second = begin + inTurn(min(from + 1, to), radials) * gates;
  let most = i8x16.max_u(v128.load(begin + inTurn(from, radials) * gates), v128.load(second));
  most = v128.and(most, firstOf(count));
  if (count > 16 || to > from + 1) {
    for (let i = from; i <= to; i++) {
      let at = begin + inTurn(i, radials) * gates;
      for (let left = count; left > 0; left -= 16, at += 16) {
        most = i8x16.max_u(most, v128.and(v128.load(at), firstOf(left)));
      }
    }
  }
  if (!v128.any_true(most)) return 0;
  most = i8x16.max_u(most, i8x16.shuffle(most, most, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
  most = i8x16.max_u(most, i8x16.shuffle(most, most, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11));
  most = i8x16.max_u(most, i8x16.shuffle(most, most, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13));
  return max(<u32>i8x16.extract_lane_u(most, 0), <u32>i8x16.extract_lane_u(most, 1));
}

function inTurn(radial: i32, radials: i32): i32 {
  if (radial < 0) return radial + radials;
  return radial >= radials ? radial - radials : radial;
}

/** Mask of the first `count` of 16 octets. */
function firstOf(count: i32): v128 {
  const places = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  return i8x16.lt_s(places, i8x16.splat(<i8>min(count, 16)));
}
