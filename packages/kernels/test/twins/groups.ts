import type { GroupLists } from '../../src/index.ts';

/** Reference + value for every member of every group, bit by bit. */
export function unpackGroups({ references, widths, lengths, data }: GroupLists): number[] {
  const values: number[] = [];
  let bit = 0;
  references.forEach((reference, group) => {
    for (let i = 0; i < lengths[group]; i++) {
      let value = 0;
      for (let left = widths[group]; left > 0; left--, bit++)
        value = value * 2 + ((data[bit >> 3] >> (7 - (bit & 7))) & 1);
      values.push((reference + value) | 0);
    }
  });
  return values;
}

/** Differences of an order back to values; `| 0` makes sums wrap at 32 bits. */
export function integrate(values: number[], order: 1 | 2, smallest: number): number[] {
  const summed = [...values];
  let slope = order === 2 ? (summed[1] - summed[0]) | 0 : 0;
  for (let i = order; i < summed.length; i++) {
    const difference = (values[i] + smallest) | 0;
    slope = order === 2 ? (slope + difference) | 0 : difference;
    summed[i] = (summed[i - 1] + slope) | 0;
  }
  return summed;
}
