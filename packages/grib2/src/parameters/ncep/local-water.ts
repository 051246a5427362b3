import type { ParameterRow } from '../table.ts';

/** Discipline 1: hydrology. */
export const localWater: ParameterRow[] = [
  [0, 192, 'BGRUN', 'kg/m^2', 'Baseflow-groundwater runoff'],
  [0, 193, 'SSRUN', 'kg/m^2', 'Storm surface runoff'],
  [1, 192, 'CPOZP', '%', 'Probability of freezing precipitation'],
  [1, 193, 'CPOFP', '%', 'Probability of frozen precipitation'],
  [1, 194, 'PPFFG', '%', 'Probability of precipitation beyond flash flood guidance'],
  [1, 195, 'CWR', '%', 'Probability of wetting rain, 2.5 mm and more'],
];
