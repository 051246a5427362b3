/** Draws the pixels of a tile of a radar sweep that contain no centre of a gate: each shows the gate at its own centre. */
const side: usize = 256;

/** Offsets of the lists of 32-bit floats in the tables of a tile: of columns, then of rows. */
const versineAt: usize = 4 * side;
const acrossAt: usize = 2 * 4 * side;
const upAt: usize = 3 * 4 * side;
const downAt: usize = 4 * 4 * side;

/** Directions are computed in 32-bit floats, without their lowest bits. */
const unitBits: i32 = 7;
const perRadian: f32 = 5340353.7156; // 2^(32 - unitBits) / 2π
const quarter: i32 = 1 << 30;

/** Adding 1.5 · 2^23 to a float below 2^22, or 2^23 to a positive one, rounds it to a whole number in its low bits. */
const toBits: f32 = 12582912;
const bitsOfZero: i32 = 0x4b400000;
const positiveToBits: f32 = 8388608;
const bitsOfPositiveZero: i32 = 0x4b000000;

/** A direction without its lowest bits is a place in the index of sectors. */
const indexShift: u32 = 20;

/**
 * Turns the marks of `markCentres` into ranks; pixels without a mark get the rank of the gate at their centre. Directions are
 * clockwise from north, 2^32 a turn.
 *
 * @param tables  of the tile: sine and versine (1 − cosine) of the longitudes of columns; of rows, in metres: across, up and
 *                down (east = across · sin, north = up + down · versine)
 * @param index   for every 2^20 directions the first sector that ends in or after them, as a 16-bit number
 * @param sectors for each sector its last direction and its radial, negative if it has none
 * @param ranges  six factors of the polynomial from the ground range, divided by `reachM`, to the number of the gate
 * @param reachM  ground range at which the gates end
 * @param ranks   an octet per gate, radial by radial
 * @param out     an octet per pixel of the tile
 * @returns whether any rank is above 0
 */
export function fillPixels(
  tables: usize,
  rowFrom: usize,
  rowTo: usize,
  index: usize,
  sectors: usize,
  ranges: usize,
  reachM: f32,
  ranks: usize,
  gates: i32,
  out: usize,
): bool {
  let highest = i8x16.splat(0);
  for (let y = rowFrom; y < rowTo; y++) {
    const row = out + y * side;
    fillRow(tables, tables + 4 * y, index, sectors, ranges, reachM, ranks, gates, row);
    for (let x: usize = 0; x < side; x += 16) highest = i8x16.max_u(highest, v128.load(row + x));
  }
  return v128.any_true(highest);
}

function fillRow(
  columns: usize,
  row: usize,
  index: usize,
  sectors: usize,
  ranges: usize,
  reachM: f32,
  ranks: usize,
  gates: i32,
  out: usize,
): void {
  const zero = f32x4.splat(0);
  const furthest = f32x4.splat(reachM * reachM);
  const perM = f32x4.splat(1 / reachM);
  const across = v128.load32_splat(row, acrossAt);
  const up = v128.load32_splat(row, upAt);
  const down = v128.load32_splat(row, downAt);
  for (let x: usize = 0; x < side; x += 4, columns += 16) {
    const marks = load<u32>(out + x);
    if (hasNoZero(marks)) {
      store<u32>(out + x, marks - 0x01010101);
      continue;
    }
    const sin = v128.load(columns);
    const versine = v128.load(columns, versineAt);
    const east = f32x4.mul(across, sin);
    const north = f32x4.add(up, f32x4.mul(down, versine));
    const squared = f32x4.add(f32x4.mul(east, east), f32x4.mul(north, north));
    const seen = v128.and(f32x4.le(squared, furthest), f32x4.le(versine, f32x4.splat(1)));
    let gate = i32x4.splat(-1);
    let direction = i32x4.splat(0);
    if (v128.any_true(seen)) {
      const number = gatesAt(f32x4.mul(f32x4.sqrt(squared), perM), ranges);
      gate = v128.bitselect(number, gate, seen);
      direction = directionsOf(east, north, zero);
    }
    // One call per lane: lanes are constants.
    const first = rankOf(
      marks,
      i32x4.extract_lane(gate, 0),
      i32x4.extract_lane(direction, 0),
      index,
      sectors,
      ranks,
      gates,
    );
    const second = rankOf(
      marks >> 8,
      i32x4.extract_lane(gate, 1),
      i32x4.extract_lane(direction, 1),
      index,
      sectors,
      ranks,
      gates,
    );
    const third = rankOf(
      marks >> 16,
      i32x4.extract_lane(gate, 2),
      i32x4.extract_lane(direction, 2),
      index,
      sectors,
      ranks,
      gates,
    );
    const fourth = rankOf(
      marks >> 24,
      i32x4.extract_lane(gate, 3),
      i32x4.extract_lane(direction, 3),
      index,
      sectors,
      ranks,
      gates,
    );
    store<u32>(out + x, first | (second << 8) | (third << 16) | (fourth << 24));
  }
}

/** Whether none of four octets is zero. */
function hasNoZero(octets: u32): bool {
  return ((octets - 0x01010101) & ~octets & 0x80808080) == 0;
}

/** Numbers of gates at four ground ranges; above 2^22 before the first. */
function gatesAt(range: v128, ranges: usize): v128 {
  let number = v128.load32_splat(ranges, 20);
  number = f32x4.add(v128.load32_splat(ranges, 16), f32x4.mul(number, range));
  number = f32x4.add(v128.load32_splat(ranges, 12), f32x4.mul(number, range));
  number = f32x4.add(v128.load32_splat(ranges, 8), f32x4.mul(number, range));
  number = f32x4.add(v128.load32_splat(ranges, 4), f32x4.mul(number, range));
  number = f32x4.add(v128.load32_splat(ranges), f32x4.mul(number, range));
  return v128.xor(f32x4.add(number, f32x4.splat(toBits)), i32x4.splat(bitsOfZero));
}

/** Directions of four places. */
function directionsOf(east: v128, north: v128, zero: v128): v128 {
  const eastward = f32x4.abs(east);
  const northward = f32x4.abs(north);
  const least = f32x4.splat(0.001); // minimum divisor in metres
  const slope = f32x4.div(f32x4.pmin(eastward, northward), f32x4.pmax(f32x4.pmax(eastward, northward), least));
  const units = f32x4.add(f32x4.mul(arcOf(slope), f32x4.splat(perRadian)), f32x4.splat(positiveToBits));
  let direction = i32x4.shl(v128.xor(units, i32x4.splat(bitsOfPositiveZero)), unitBits);
  const steep = f32x4.gt(eastward, northward);
  direction = v128.bitselect(i32x4.sub(i32x4.splat(quarter), direction), direction, steep);
  direction = v128.bitselect(i32x4.sub(i32x4.splat(2 * quarter), direction), direction, f32x4.lt(north, zero));
  return v128.bitselect(i32x4.neg(direction), direction, f32x4.lt(east, zero));
}

/** Arc tangent for values up to 1, with an error of 2 · 10⁻⁸. @see Abramowitz and Stegun, Handbook of Mathematical Functions, 4.4.50 */
function arcOf(tangent: v128): v128 {
  const t = f32x4.mul(tangent, tangent);
  let sum = f32x4.add(f32x4.splat(-0.0161657367), f32x4.mul(t, f32x4.splat(0.0028662257)));
  sum = f32x4.add(f32x4.splat(0.0429096138), f32x4.mul(t, sum));
  sum = f32x4.add(f32x4.splat(-0.07528964), f32x4.mul(t, sum));
  sum = f32x4.add(f32x4.splat(0.1065626393), f32x4.mul(t, sum));
  sum = f32x4.add(f32x4.splat(-0.1420889944), f32x4.mul(t, sum));
  sum = f32x4.add(f32x4.splat(0.1999355085), f32x4.mul(t, sum));
  sum = f32x4.add(f32x4.splat(-0.3333314528), f32x4.mul(t, sum));
  return f32x4.add(tangent, f32x4.mul(f32x4.mul(t, tangent), sum));
}

/** The rank of a pixel: that of its mark, else of the gate at its centre, else 0. */
function rankOf(marks: u32, gate: i32, direction: u32, index: usize, sectors: usize, ranks: usize, gates: i32): u32 {
  const mark = marks & 0xff;
  if (mark > 0) return mark - 1;
  if (<u32>gate >= <u32>gates) return 0;
  let sector = sectors + 8 * <usize>load<u16>(index + 2 * (direction >> indexShift));
  while (direction > load<u32>(sector)) sector += 8;
  const radial = load<i32>(sector, 4);
  return radial < 0 ? 0 : load<u8>(ranks + radial * gates + gate);
}
