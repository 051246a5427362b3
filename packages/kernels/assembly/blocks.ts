/** Means over blocks of `factor` × `factor` cells; those at the right and lower edge have fewer. */

/** Means of 32-bit floats. */
export function averageBlocks(plane: usize, width: i32, height: i32, factor: i32, into: usize): void {
  const across = (width + factor - 1) / factor;
  for (let top = 0; top < height; top += factor, into += 4 * across) {
    memory.fill(into, 0, 4 * across);
    const rows = min(factor, height - top);
    for (let row = 0; row < rows; row++) {
      let at = plane + 4 * (top + row) * width;
      const end = at + 4 * width;
      for (let block = into; at < end; block += 4) {
        const stop = min(at + 4 * factor, end);
        let sum: f32 = 0;
        for (; at < stop; at += 4) sum += load<f32>(at);
        store<f32>(block, load<f32>(block) + sum);
      }
    }
    for (let block = 0; block < across; block++) {
      const cells = rows * min(factor, width - block * factor);
      store<f32>(into + 4 * block, load<f32>(into + 4 * block) / <f32>cells);
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
