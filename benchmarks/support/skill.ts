/** Values on a grid; NaN where nothing is known. */
export interface Values {
  width: number;
  height: number;
  values: Float32Array;
}

/** Means of blocks of `factor` × `factor` cells, of those that are known. */
export function coarse({ width, height, values }: Values, factor: number): Values {
  const [across, down] = [width, height].map((cells) => Math.floor(cells / factor));
  const means = new Float32Array(across * down);
  for (let row = 0, at = 0; row < down; row++) {
    for (let column = 0; column < across; column++, at++) {
      let [sum, count] = [0, 0];
      for (let y = row * factor; y < (row + 1) * factor; y++) {
        for (let i = y * width + column * factor, end = i + factor; i < end; i++) {
          if (Number.isNaN(values[i])) continue;
          sum += values[i];
          count++;
        }
      }
      means[at] = count > 0 ? sum / count : NaN;
    }
  }
  return { width: across, height: down, values: means };
}

/** The critical success index: hits over hits, misses and false alarms, of the cells that both know. */
export function criticalSuccess(forecast: Values, truth: Values, threshold: number): number {
  let [hits, either] = [0, 0];
  for (let i = 0; i < truth.values.length; i++) {
    const [said, seen] = [forecast.values[i], truth.values[i]];
    if (Number.isNaN(said) || Number.isNaN(seen)) continue;
    if (said >= threshold && seen >= threshold) hits++;
    if (said >= threshold || seen >= threshold) either++;
  }
  return hits / either;
}

/**
 * The fractions skill score: how alike the shares of cells above a threshold are in squares of `side` cells.
 *
 * @see Roberts and Lean 2008, Mon. Wea. Rev. 136
 */
export function fractionsSkill(forecast: Values, truth: Values, threshold: number, side: number): number {
  const isKnown = (i: number): boolean => !Number.isNaN(forecast.values[i]) && !Number.isNaN(truth.values[i]);
  const [said, seen] = [forecast, truth].map((field) =>
    squareMeans({ ...field, values: field.values.map((value, i) => (isKnown(i) && value >= threshold ? 1 : 0)) }, side),
  );
  let [error, worst] = [0, 0];
  for (let i = 0; i < said.length; i++) {
    error += (said[i] - seen[i]) ** 2;
    worst += said[i] ** 2 + seen[i] ** 2;
  }
  return 1 - error / worst;
}

/** Means of squares around each cell, by sums of rows, then of columns. Beyond the edge there is nothing. */
function squareMeans({ width, height, values }: Values, side: number): Float32Array {
  const reach = Math.floor(side / 2);
  const along = (given: Float32Array, stride: number, count: number, line: (i: number) => number, lines: number) => {
    const sums = new Float32Array(given.length);
    for (let i = 0; i < lines; i++) {
      const start = line(i);
      for (let at = 0; at < count; at++) {
        let sum = 0;
        for (let k = Math.max(0, at - reach); k <= Math.min(count - 1, at + reach); k++)
          sum += given[start + k * stride];
        sums[start + at * stride] = sum / side;
      }
    }
    return sums;
  };
  const rows = along(values, 1, width, (row) => row * width, height);
  return along(rows, width, height, (column) => column, width);
}
