import type { ParameterTable } from './table.ts';

/** Local parameters of ECMWF (numbers from 192) in its open data. */
export const ecmwf: ParameterTable = {
  0: [[1, 193, 'TP', 'm', 'Total precipitation']],
};
