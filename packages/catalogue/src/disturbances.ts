/** Basins of tropical cyclones: Atlantic, eastern and central Pacific. */
export type CycloneBasin = 'al' | 'ep' | 'cp';

/**
 * The basin of a disturbance by its number in the text of an outlook, `South of Mexico (EP95):`; undefined without a number.
 * The texts of both parts of the Pacific may be one text with disturbances of both.
 */
export function basinOfDisturbance(text: string): CycloneBasin | undefined {
  return /\((AL|EP|CP)\d\d\)/.exec(text)?.[1].toLowerCase() as CycloneBasin | undefined;
}
