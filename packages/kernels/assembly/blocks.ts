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
 * Sums of the values of 16-bit codes, and the number of cells that have one.
 *
 * @param values a 32-bit float for each code; not a number if it has none
 * @param sums   a 32-bit float for each block; `counts`: the same
 */
export function sumBlocks(
  codes: usize,
  width: i32,
  height: i32,
  factor: i32,
  values: usize,
  sums: usize,
  counts: usize,
): void {
  const across = (width + factor - 1) / factor;
  memory.fill(sums, 0, 4 * across * ((height + factor - 1) / factor));
  memory.fill(counts, 0, 4 * across * ((height + factor - 1) / factor));
  for (let row = 0, at = codes; row < height; row++) {
    const end = at + 2 * width;
    let block = 4 * ((row / factor) * across);
    for (; at < end; block += 4) {
      const stop = min(at + 2 * factor, end);
      let sum: f32 = 0;
      let count: f32 = 0;
      for (; at < stop; at += 2) {
        const value = load<f32>(values + 4 * <usize>load<u16>(at));
        if (value == value) {
          sum += value;
          count += 1;
        }
      }
      store<f32>(sums + block, load<f32>(sums + block) + sum);
      store<f32>(counts + block, load<f32>(counts + block) + count);
    }
  }
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
