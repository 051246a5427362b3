/**
 * Reverses the row filters of a 16-bit grey PNG and converts its big-endian samples to numbers, in place: the output of a
 * row ends before its unread input.
 *
 * @param rows  filter type and samples of each row
 * @param zeros `width` zeros of 16 bits, the row above the first
 * @returns −1, or the index of the first row with an unknown filter type
 * @see https://www.w3.org/TR/png-3/ section 9
 */
export function unfilter16(rows: usize, width: u32, height: u32, zeros: usize): i32 {
  const stride: usize = 2 * width + 1;
  let from = rows;
  let into = rows;
  let above = zeros;
  for (let row: u32 = 0; row < height; row++) {
    const type = load<u8>(from);
    if (type == 0) none(from + 1, into, width);
    else if (type == 1) sub(from + 1, into, width);
    else if (type == 2) up(from + 1, into, width, above);
    else if (type == 3) average(from + 1, into, width, above);
    else if (type == 4) paeth(from + 1, into, width, above);
    else return row;
    above = into;
    into += 2 * width;
    from += stride;
  }
  return -1;
}

const zero: u64 = 0;

function swapped(eight: v128): v128 {
  return i8x16.swizzle(eight, i8x16(1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14));
}

function sampleAt(from: usize): u32 {
  return bswap<u16>(load<u16>(from));
}

/** Adds both bytes of a sample without carry between them. */
function addBytes(a: u32, b: u32): u32 {
  return ((a & 0x7f7f) + (b & 0x7f7f)) ^ ((a ^ b) & 0x8080);
}

function none(from: usize, into: usize, width: u32): void {
  let i: u32 = 0;
  for (; i + 8 <= width; i += 8) v128.store(into + 2 * i, swapped(v128.load(from + 2 * i)));
  for (; i < width; i++) store<u16>(into + 2 * i, <u16>sampleAt(from + 2 * i));
}

function sub(from: usize, into: usize, width: u32): void {
  let left: u32 = 0;
  let i: u32 = 0;
  for (; i + 8 <= width; i += 8) {
    let eight = swapped(v128.load(from + 2 * i));
    // Prefix sums by doubling
    eight = i8x16.add(
      eight,
      i8x16.shuffle(i8x16.splat(0), eight, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29),
    );
    eight = i8x16.add(
      eight,
      i8x16.shuffle(i8x16.splat(0), eight, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27),
    );
    eight = i8x16.add(
      eight,
      i8x16.shuffle(i8x16.splat(0), eight, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17, 18, 19, 20, 21, 22, 23),
    );
    eight = i8x16.add(eight, i16x8.splat(<i16>left));
    v128.store(into + 2 * i, eight);
    left = i16x8.extract_lane_u(eight, 7);
  }
  for (; i < width; i++) {
    left = addBytes(left, sampleAt(from + 2 * i));
    store<u16>(into + 2 * i, <u16>left);
  }
}

function up(from: usize, into: usize, width: u32, above: usize): void {
  let i: u32 = 0;
  for (; i + 8 <= width; i += 8) {
    v128.store(into + 2 * i, i8x16.add(swapped(v128.load(from + 2 * i)), v128.load(above + 2 * i)));
  }
  for (; i < width; i++) {
    store<u16>(into + 2 * i, <u16>addBytes(load<u16>(above + 2 * i), sampleAt(from + 2 * i)));
  }
}

function average(from: usize, into: usize, width: u32, above: usize): void {
  let left: u32 = 0;
  for (let i: u32 = 0; i < width; i++) {
    const b: u32 = load<u16>(above + 2 * i);
    // The mean of each pair of bytes, rounded down: common bits plus half of the differing bits
    const mean = (left & b) + (((left ^ b) & 0xfefe) >> 1);
    left = addBytes(mean, sampleAt(from + 2 * i));
    store<u16>(into + 2 * i, <u16>left);
  }
}

function paeth(from: usize, into: usize, width: u32, above: usize): void {
  let left: u32 = 0;
  let corner: u32 = 0;
  for (let i: u32 = 0; i < width;) {
    // If left equals corner, the prediction is the sample above, until a difference is not zero
    if (left == corner) {
      const start = i;
      while (i + 8 <= width && !v128.any_true(v128.load(from + 2 * i))) {
        v128.store(into + 2 * i, v128.load(above + 2 * i));
        i += 8;
      }
      while (i < width && load<u16>(from + 2 * i) == <u16>zero) {
        store<u16>(into + 2 * i, load<u16>(above + 2 * i));
        i++;
      }
      if (i == width) return;
      if (i > start) left = corner = load<u16>(above + 2 * (i - 1));
    }
    const b: u32 = load<u16>(above + 2 * i);
    const predicted = left == corner ? b : b == corner ? left : predict(left, b, corner);
    left = addBytes(predicted, sampleAt(from + 2 * i));
    corner = b;
    store<u16>(into + 2 * i, <u16>left);
    i++;
  }
}

function predict(a: u32, b: u32, c: u32): u32 {
  return (predictByte(a >> 8, b >> 8, c >> 8) << 8) | predictByte(a & 0xff, b & 0xff, c & 0xff);
}

function predictByte(a: i32, b: i32, c: i32): u32 {
  const pa = abs(b - c);
  const pb = abs(a - c);
  const pc = abs(a + b - 2 * c);
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}
