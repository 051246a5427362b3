/** Means over blocks of `factor` × `factor` cells; those at the right and lower edge have fewer. */

/** Means of 32-bit floats. @param line working memory for a row */
export function averageBlocks(plane: usize, width: i32, height: i32, factor: i32, line: usize, into: usize): void {
  const rowBytes: usize = 4 * width;
  const end = line + rowBytes;
  for (let top = 0; top < height; top += factor) {
    const rows = min(factor, height - top);
    const first = plane + rowBytes * top;
    for (let i: usize = 0; i < rowBytes; i += 16) {
      let sum = v128.load(first + i);
      for (let row = 1; row < rows; row++) sum = f32x4.add(sum, v128.load(first + rowBytes * row + i));
      v128.store(line + i, sum);
    }
    for (let at = line; at < end; into += 4) {
      const start = at;
      let sum: f32 = 0;
      for (const stop = min(at + 4 * factor, end); at < stop; at += 4) sum += load<f32>(at);
      store<f32>(into, sum / <f32>(rows * <i32>((at - start) >> 2)));
    }
  }
}

/**
 * Means of the values of 16-bit codes, above a value, and the share of the cells that have one.
 *
 * @param values a 32-bit float for each code; not a number if it has none
 * @param least  becomes 0, as do lower means and those of nothing; `most`: greatest result
 * @param means  a 32-bit float for each block; `shares`: the same
 */
export function meanBlocks(
  codes: usize,
  width: i32,
  height: i32,
  factor: i32,
  values: usize,
  least: f32,
  most: f32,
  means: usize,
  shares: usize,
): void {
  if (factor == 1) return valuesOfCells(codes, width * height, values, least, most, means, shares);
  const across = (width + factor - 1) / factor;
  for (let top = 0; top < height; top += factor) {
    const rows = min(factor, height - top);
    memory.fill(means, 0, 4 * across);
    memory.fill(shares, 0, 4 * across);
    for (let row = top; row < top + rows; row++) sumRow(codes + 2 * row * width, width, factor, values, means, shares);
    for (let left = 0; left < width; left += factor, means += 4, shares += 4) {
      const cells = <f32>(rows * min(factor, width - left));
      const count = cells - load<f32>(shares);
      const mean = load<f32>(means) / max<f32>(count, 1) - least;
      store<f32>(means, min<f32>(max<f32>(mean, 0), most));
      store<f32>(shares, count / cells);
    }
  }
}

/** Blocks of one cell each, of which neighbours mostly have one code. */
function valuesOfCells(
  codes: usize,
  count: i32,
  values: usize,
  least: f32,
  most: f32,
  means: usize,
  shares: usize,
): void {
  const end = codes + 2 * count;
  for (; codes + 16 <= end; codes += 16, means += 32, shares += 32) {
    const eight = v128.load(codes);
    const first = load<u16>(codes);
    if (v128.any_true(v128.xor(eight, i16x8.splat(first)))) {
      for (let i: usize = 0; i < 8; i++)
        putValue(load<f32>(values + 4 * <usize>load<u16>(codes + 2 * i)), least, most, means + 4 * i, shares + 4 * i);
      continue;
    }
    putValue(load<f32>(values + 4 * <usize>first), least, most, means, shares);
    const mean = v128.load32_splat(means);
    const share = v128.load32_splat(shares);
    v128.store(means, mean);
    v128.store(means, mean, 16);
    v128.store(shares, share);
    v128.store(shares, share, 16);
  }
  for (; codes < end; codes += 2, means += 4, shares += 4)
    putValue(load<f32>(values + 4 * <usize>load<u16>(codes)), least, most, means, shares);
}

function putValue(value: f32, least: f32, most: f32, mean: usize, share: usize): void {
  const isKnown = value == value;
  store<f32>(mean, isKnown ? min<f32>(max<f32>(value - least, 0), most) : 0);
  store<f32>(share, isKnown ? 1 : 0);
}

/** Adds the values of a row to the sums of its blocks, and 1 to `without` for each cell that has none. */
function sumRow(row: usize, width: i32, factor: i32, values: usize, sums: usize, without: usize): void {
  const inEight = 8 % factor == 0 ? 8 / factor : 0;
  const end = row + 2 * width;
  for (let at = row; at < end; sums += 4, without += 4) {
    // eight cells of one code that adds nothing
    while (inEight > 0 && at + 16 <= end) {
      const code = load<u16>(at);
      const value = load<f32>(values + 4 * <usize>code);
      if (value != 0 && value == value) break;
      if (v128.any_true(v128.xor(v128.load(at), i16x8.splat(code)))) break;
      if (value != 0) for (let i = 0; i < inEight; i++) add(without + 4 * i, <f32>factor);
      at += 16;
      sums += 4 * inEight;
      without += 4 * inEight;
    }
    let sum: f32 = 0;
    let absent: f32 = 0;
    for (const stop = min(at + 2 * factor, end); at < stop; at += 2) {
      const value = load<f32>(values + 4 * <usize>load<u16>(at));
      if (value == value) sum += value;
      else absent += 1;
    }
    add(sums, sum);
    add(without, absent);
  }
}

function add(at: usize, more: f32): void {
  store<f32>(at, load<f32>(at) + more);
}

/**
 * Adds a share to the planes of the classes of 16-bit codes.
 *
 * @param classes a word for each code, of which bit `i` stands for plane `i`
 * @param planes  of 32-bit floats, one after the other
 */
export function shareBlocks(
  codes: usize,
  width: i32,
  height: i32,
  factor: i32,
  classes: usize,
  share: f32,
  planes: usize,
): void {
  const across = (width + factor - 1) / factor;
  const planeBytes = 4 * across * ((height + factor - 1) / factor);
  for (let row = 0, at = codes; row < height; row++) {
    const end = at + 2 * width;
    let block = planes + 4 * ((row / factor) * across);
    for (; at < end; block += 4) {
      const stop = min(at + 2 * factor, end);
      for (; at < stop; at += 2) {
        let rest = load<u32>(classes + 4 * <usize>load<u16>(at));
        for (let plane = block; rest != 0; rest >>>= 1, plane += planeBytes)
          if ((rest & 1) != 0) store<f32>(plane, load<f32>(plane) + share);
      }
    }
  }
}
