/** Colours of 256 × 256 pixels: from the cells of an image, and to PNG rows. A word has red in its lowest octet. */
import { firstRowAt, lastColumnAt, lastRowAt, pixels } from './spans';

const side: usize = 256;

/**
 * Colours pixels: the average of several cells, or bilinear interpolation next to the centre for a pixel with one cell.
 *
 * @param cells   words of the image, in rows of `width`
 * @param spans   cells of each pixel: none if the first is greater than the last
 * @param columns positions of pixel centres as doubles; likewise `rows`
 * @param out     a word per pixel
 */
export function mixColours(
  cells: usize,
  width: i32,
  height: i32,
  spans: usize,
  columns: usize,
  rows: usize,
  out: usize,
): void {
  for (let i: usize = 0; i < pixels; i++) {
    const at = spans + 4 * i;
    const left = load<i32>(at);
    const right = load<i32>(at, lastColumnAt);
    const top = load<i32>(at, firstRowAt);
    const bottom = load<i32>(at, lastRowAt);
    let word: u32 = 0;
    if (left <= right && top <= bottom) {
      if (left < right || top < bottom) word = average(cells, width, left, right, top, bottom);
      else {
        const column = load<f64>(columns + 8 * i) - 0.5;
        const row = load<f64>(rows + 8 * i) - 0.5;
        word = between(cells, width, height, column, row, cells + 4 * <usize>(top * width + left));
      }
    }
    store<u32>(out + 4 * i, word);
  }
}

/** Average weighted by alpha; transparent cells only reduce the alpha of the result. */
function average(cells: usize, width: i32, left: i32, right: i32, top: i32, bottom: i32): u32 {
  let red: u64 = 0;
  let green: u64 = 0;
  let blue: u64 = 0;
  let alpha: u64 = 0;
  for (let row = top; row <= bottom; row++) {
    let at = cells + 4 * <usize>(row * width + left);
    const end = cells + 4 * <usize>(row * width + right);
    let sum = i32x4.splat(0);
    for (; at <= end; at += 4) {
      const parts = partsOf(load<u32>(at));
      const opacity = i8x16.shuffle(parts, parts, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15, 12, 13, 14, 15);
      const weight = i32x4.replace_lane(opacity, 3, 1);
      sum = i32x4.add(sum, i32x4.mul(parts, weight));
    }
    red += <u64>(<u32>i32x4.extract_lane(sum, 0));
    green += <u64>(<u32>i32x4.extract_lane(sum, 1));
    blue += <u64>(<u32>i32x4.extract_lane(sum, 2));
    alpha += <u64>(<u32>i32x4.extract_lane(sum, 3));
  }
  if (alpha == 0) return 0;
  const count = <u64>((right - left + 1) * (bottom - top + 1));
  return (
    inSteps(rounded(red, alpha)) |
    (inSteps(rounded(green, alpha)) << 8) |
    (inSteps(rounded(blue, alpha)) << 16) |
    (rounded(alpha, count) << 24)
  );
}

/** The four octets of a word as 32-bit numbers. */
function partsOf(word: u32): v128 {
  return i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(i32x4.splat(word)));
}

function rounded(sum: u64, by: u64): u32 {
  return <u32>((2 * sum + by) / (2 * by));
}

/** Quantises a channel to 64 steps, including 0 and 255. */
function inSteps(part: u32): u32 {
  return (part & 0xfc) | (part >> 6);
}

/** Bilinear interpolation between four cells; the nearest cell at the edge of the image and of transparent areas. */
function between(cells: usize, width: i32, height: i32, column: f64, row: f64, nearest: usize): u32 {
  const west = floor<f64>(column);
  const north = floor<f64>(row);
  if (west < 0 || north < 0 || west + 1 >= <f64>width || north + 1 >= <f64>height) return load<u32>(nearest);
  const at = cells + 4 * <usize>(<i32>north * width + <i32>west);
  const below = at + 4 * <usize>width;
  const nw = load<u32>(at);
  const ne = load<u32>(at, 4);
  const sw = load<u32>(below);
  const se = load<u32>(below, 4);
  if ((nw & ne & sw & se) >>> 24 != 255) return load<u32>(nearest);
  if (nw == ne && nw == sw && nw == se) return nw;
  const byU = f64x2.splat(column - west);
  const byV = f64x2.splat(row - north);
  const a = partsOf(nw);
  const b = partsOf(ne);
  const c = partsOf(sw);
  const d = partsOf(se);
  const low = mixed(a, b, c, d, byU, byV); // red and green, then blue and alpha
  const high = mixed(upper(a), upper(b), upper(c), upper(d), byU, byV);
  const parts = i8x16.shuffle(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
  const steps = v128.or(v128.and(parts, i32x4.splat(0xfc)), i32x4.shr_u(parts, 6));
  const octets = i8x16.swizzle(steps, i8x16(0, 4, 8, 12, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1));
  return i32x4.extract_lane(octets, 0);
}

function upper(parts: v128): v128 {
  return i8x16.shuffle(parts, parts, 8, 9, 10, 11, 12, 13, 14, 15, 8, 9, 10, 11, 12, 13, 14, 15);
}

/** The first two channels of four colours, weighted by distance, as whole numbers. */
function mixed(nw: v128, ne: v128, sw: v128, se: v128, u: v128, v: v128): v128 {
  const one = f64x2.splat(1);
  const above = lineBetween(nw, ne, f64x2.sub(one, u), u);
  const under = lineBetween(sw, se, f64x2.sub(one, u), u);
  const sum = f64x2.add(f64x2.mul(above, f64x2.sub(one, v)), f64x2.mul(under, v));
  return i32x4.trunc_sat_f64x2_s_zero(f64x2.add(sum, f64x2.splat(0.5)));
}

function lineBetween(west: v128, east: v128, byWest: v128, byEast: v128): v128 {
  return f64x2.add(
    f64x2.mul(f64x2.convert_low_i32x4_s(west), byWest),
    f64x2.mul(f64x2.convert_low_i32x4_s(east), byEast),
  );
}

/** The minimum alpha of 256 × 256 words, and in the next octet the maximum. */
export function alphaRange(words: usize): u32 {
  let least = i8x16.splat(-1);
  let most = i8x16.splat(0);
  for (let i: usize = 0; i < 4 * pixels; i += 16) {
    const four = v128.load(words + i);
    least = i8x16.min_u(least, four);
    most = i8x16.max_u(most, four);
  }
  let low: u32 = 255;
  let high: u32 = 0;
  v128.store(words + 4 * pixels, least);
  v128.store(words + 4 * pixels + 16, most);
  for (let i: usize = 3; i < 16; i += 4) {
    low = min(low, <u32>load<u8>(words + 4 * pixels + i));
    high = max(high, <u32>load<u8>(words + 4 * pixels + 16 + i));
  }
  return low | (high << 8);
}

const paethFilter: u8 = 4;
/** Zero octets before each line: the left neighbours of its first pixels. */
const lead: usize = 16;

/**
 * Filters 256 rows of words with the Paeth filter; each row starts with the filter type.
 *
 * @param octets octets per pixel: 4, or 3 without alpha
 * @param lines  working memory of 2 lines of 1056 octets
 * @param rows   256 rows of 1 + 256 * octets
 * @see Portable Network Graphics (PNG) Specification (Second Edition), clause 9.4
 */
export function filterColours(words: usize, octets: u32, lines: usize, rows: usize): void {
  const line: usize = lead + 4 * side + 16;
  memory.fill(lines, 0, 2 * line);
  let above = lines + lead; // the row above the first is zero
  let here = above + line;
  const stride: usize = side * octets;
  for (let y: usize = 0; y < side; y++, words += 4 * side, rows += stride + 1) {
    if (octets == 4) memory.copy(here, words, stride);
    else dropAlpha(words, here);
    store<u8>(rows, paethFilter);
    for (let i: usize = 0; i < stride; i += 16) {
      const row = v128.load(here + i);
      const guess = paeth(v128.load(here + i - octets), v128.load(above + i), v128.load(above + i - octets));
      v128.store(rows + 1 + i, i8x16.sub(row, guess));
    }
    const next = above;
    above = here;
    here = next;
  }
}

/** Writes 16 octets per step of 12; the next step overwrites the last four. */
function dropAlpha(words: usize, into: usize): void {
  for (let i: usize = 0; i < side; i += 4, into += 12) {
    const four = v128.load(words + 4 * i);
    v128.store(into, i8x16.swizzle(four, i8x16(0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1)));
  }
}

/** Paeth predictor: of left, up and corner, the nearest to left + up − corner; the first of equals. */
function paeth(left: v128, up: v128, corner: v128): v128 {
  const low = nearestOf(i16x8.extend_low_i8x16_u(left), i16x8.extend_low_i8x16_u(up), i16x8.extend_low_i8x16_u(corner));
  const high = nearestOf(
    i16x8.extend_high_i8x16_u(left),
    i16x8.extend_high_i8x16_u(up),
    i16x8.extend_high_i8x16_u(corner),
  );
  return i8x16.narrow_i16x8_u(low, high);
}

function nearestOf(left: v128, up: v128, corner: v128): v128 {
  const toUp = i16x8.sub(up, corner);
  const toLeft = i16x8.sub(left, corner);
  const byLeft = i16x8.abs(toUp); // distance of left + up − corner from left
  const byUp = i16x8.abs(toLeft);
  const byCorner = i16x8.abs(i16x8.add(toUp, toLeft));
  const other = v128.bitselect(up, corner, i16x8.le_s(byUp, byCorner));
  return v128.bitselect(left, other, v128.and(i16x8.le_s(byLeft, byUp), i16x8.le_s(byLeft, byCorner)));
}
