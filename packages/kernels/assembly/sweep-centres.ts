/** Marks the pixels that contain centres of gates of a radar sweep with the highest rank of these gates. */

/** Adding 1.5 · 2^23 to a float below 2^22 rounds it to a whole number in its low bits. */
const toBits: f32 = 12582912;
const bitsOfZero: i32 = 0x4b400000;

/**
 * Marks the pixels of a canvas with the highest rank of the gates whose centres they contain, plus 1; the others with 0.
 *
 * Radials are divided into segments, with cubic polynomials from the number of a gate to its place on the map. Places are
 * whole numbers, 2^32 to the width of the world.
 *
 * @param segments  eight lists of `count` words each: x and y of the first gate, then the factors of the polynomial of x and
 *                  of y: floats, the linear ones first
 * @param count     length of the lists, a multiple of 4
 * @param perRadial number of segments per radial
 * @param each      number of gates per segment; the last one of a radial has fewer
 * @param extent    maximum extent of a segment along x or y
 * @param x         place of the centre of the canvas
 * @param y         likewise
 * @param scale     pixels per unit
 * @param ranks     an octet per gate, at most 254, radial by radial
 * @param out       an octet per pixel of the canvas, and one for gates outside of it
 */
export function markCentres(
  segments: usize,
  count: usize,
  radials: usize,
  perRadial: usize,
  each: usize,
  extent: f32,
  x: i32,
  y: i32,
  scale: f32,
  ranks: usize,
  gates: usize,
  out: usize,
  width: i32,
  height: i32,
): void {
  memory.fill(out, 0, <usize>(width * height));
  const list: usize = 4 * count;
  const last = radials * perRadial;
  const furthestX = f32x4.splat(extent * scale + <f32>width / 2);
  const furthestY = f32x4.splat(extent * scale + <f32>height / 2);
  for (let first: usize = 0; first < count; first += 4) {
    const at = segments + 4 * first;
    const across = f32x4.le(f32x4.abs(fromCentre(v128.load(at), x, scale)), furthestX);
    const down = f32x4.le(f32x4.abs(fromCentre(v128.load(at + list), y, scale)), furthestY);
    let near = i32x4.bitmask(v128.and(across, down));
    for (; near != 0; near &= near - 1) {
      const segment = first + <usize>ctz(near);
      if (segment >= last) break;
      const radial = segment / perRadial;
      const gate = (segment - radial * perRadial) * each;
      const from = ranks + radial * gates + gate;
      markSegment(segments + 4 * segment, list, x, y, scale, from, min(each, gates - gate), out, width, height);
    }
  }
}

/** Pixels from the centre of the canvas to four places along an axis, eastward or southward. */
function fromCentre(places: v128, centre: i32, scale: f32): v128 {
  return f32x4.mul(f32x4.convert_i32x4_s(i32x4.sub(places, i32x4.splat(centre))), f32x4.splat(scale));
}

/** Marks the gates of a segment, four at a time: a quarter of it apart, so that they are in different pixels. */
function markSegment(
  segment: usize,
  list: usize,
  x: i32,
  y: i32,
  scale: f32,
  ranks: usize,
  gates: usize,
  out: usize,
  width: i32,
  height: i32,
): void {
  const perUnit = f32x4.splat(scale);
  // Half a pixel less: rounding then gives the pixel that contains a place.
  const x0 = f32x4.add(fromCentre(v128.load32_splat(segment), x, scale), f32x4.splat(<f32>width / 2 - 0.5));
  const y0 = f32x4.add(fromCentre(v128.load32_splat(segment + list), y, scale), f32x4.splat(<f32>height / 2 - 0.5));
  const x1 = f32x4.mul(v128.load32_splat(segment + 2 * list), perUnit);
  const x2 = f32x4.mul(v128.load32_splat(segment + 3 * list), perUnit);
  const x3 = f32x4.mul(v128.load32_splat(segment + 4 * list), perUnit);
  const y1 = f32x4.mul(v128.load32_splat(segment + 5 * list), perUnit);
  const y2 = f32x4.mul(v128.load32_splat(segment + 6 * list), perUnit);
  const y3 = f32x4.mul(v128.load32_splat(segment + 7 * list), perUnit);

  const end = <f32>gates;
  const alongX = crossing(x0, x1, x2, x3, <f32>width, end);
  const alongY = crossing(y0, y1, y2, y3, <f32>height, end);
  const begin = max(f32x4.extract_lane(alongX, 0), f32x4.extract_lane(alongY, 0));
  const beyond = min(f32x4.extract_lane(alongX, 1), f32x4.extract_lane(alongY, 1));
  if (!(begin < beyond)) return;
  const skipped = <usize>begin;
  const count = min(<usize>beyond + 1, gates) - skipped;
  let from = ranks + skipped;

  // The quarters overlap if their gates are not a multiple of four.
  const quarter = (count + 3) >> 2;
  const last = count - quarter;
  const second = min(quarter, last);
  const third: usize = min<usize>(2 * quarter, last);
  let gate = f32x4.splat(<f32>skipped);
  gate = f32x4.replace_lane(gate, 1, <f32>(skipped + second));
  gate = f32x4.replace_lane(gate, 2, <f32>(skipped + third));
  gate = f32x4.replace_lane(gate, 3, <f32>(skipped + last));
  const widths = i32x4.splat(width);
  const heights = i32x4.splat(height);
  const outside = i32x4.splat(width * height);
  for (const end = from + quarter; from < end; from++) {
    const column = pixelOf(x0, x1, x2, x3, gate);
    const row = pixelOf(y0, y1, y2, y3, gate);
    const within = v128.and(i32x4.lt_u(column, widths), i32x4.lt_u(row, heights));
    const pixel = v128.bitselect(i32x4.add(i32x4.mul(row, widths), column), outside, within);
    mark(out + i32x4.extract_lane(pixel, 0), load<u8>(from));
    mark(out + i32x4.extract_lane(pixel, 1), load<u8>(from + second));
    mark(out + i32x4.extract_lane(pixel, 2), load<u8>(from + third));
    mark(out + i32x4.extract_lane(pixel, 3), load<u8>(from + last));
    gate = f32x4.add(gate, f32x4.splat(1));
  }
}

/** A range of gates, in lanes 0 and 1, outside of which a segment is not on the canvas; empty if it never is. */
function crossing(a: v128, b: v128, c: v128, d: v128, width: f32, gates: f32): v128 {
  const linear = f32x4.extract_lane(b, 0);
  const square = f32x4.extract_lane(c, 0) * gates;
  const cube = f32x4.extract_lane(d, 0) * gates * gates;
  const bend = (abs(square) + abs(cube)) * gates + 1; // distance of the curve from its tangent, and half a pixel twice
  const slope: f32 = abs(linear) < 1e-9 ? 1e-9 : linear;
  const toStart = (-bend - f32x4.extract_lane(a, 0)) / slope;
  const toEnd = (width + bend - f32x4.extract_lane(a, 0)) / slope;
  const from = max<f32>(min(toStart, toEnd), 0);
  const to = min(max(toStart, toEnd), gates);
  return f32x4.replace_lane(f32x4.splat(from), 1, to);
}

/** Numbers of the columns or rows of four gates; above 2^22 before the first. */
function pixelOf(a: v128, b: v128, c: v128, d: v128, gate: v128): v128 {
  let place = f32x4.add(c, f32x4.mul(d, gate));
  place = f32x4.add(b, f32x4.mul(place, gate));
  place = f32x4.add(a, f32x4.mul(place, gate));
  return v128.xor(f32x4.add(place, f32x4.splat(toBits)), i32x4.splat(bitsOfZero));
}

function mark(pixel: usize, rank: u32): void {
  store<u8>(pixel, max<u32>(load<u8>(pixel), rank + 1)); // without a branch, which would be as good as random
}

/**
 * Halves a canvas: each pixel gets the highest mark of the four that it consists of.
 *
 * @param width  of the result
 * @param height of the result
 */
export function halveMarks(from: usize, width: usize, height: usize, into: usize): void {
  const line: usize = 2 * width;
  for (let row: usize = 0; row < height; row++, from += 2 * line, into += width) {
    let x: usize = 0;
    for (; x + 16 <= width; x += 16) {
      const at = from + 2 * x;
      const left = i8x16.max_u(v128.load(at), v128.load(at + line));
      const right = i8x16.max_u(v128.load(at, 16), v128.load(at + line, 16));
      const even = i8x16.shuffle(left, right, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
      const odd = i8x16.shuffle(left, right, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
      v128.store(into + x, i8x16.max_u(even, odd));
    }
    for (; x < width; x++) {
      const at = from + 2 * x;
      const upper = max<u32>(load<u8>(at), load<u8>(at, 1));
      const lower = max<u32>(load<u8>(at + line), load<u8>(at + line, 1));
      store<u8>(into + x, max(upper, lower));
    }
  }
}
