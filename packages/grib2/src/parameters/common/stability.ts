import type { ParameterRow } from '../table.ts';

/** Stability: discipline 0, category 7. */
export const stability: ParameterRow[] = [
  [7, 0, 'PLI', 'K', 'Parcel lifted index (to 500 hPa)'],
  [7, 1, 'BLI', 'K', 'Best lifted index (to 500 hPa)'],
  [7, 2, 'KX', 'K', 'K index'],
  [7, 3, 'KOX', 'K', 'KO index'],
  [7, 4, 'TOTALX', 'K', 'Total totals index'],
  [7, 5, 'SX', '', 'Sweat index'],
  [7, 6, 'CAPE', 'J/kg', 'Convective available potential energy'],
  [7, 7, 'CIN', 'J/kg', 'Convective inhibition'],
  [7, 8, 'HLCY', 'm^2/s^2', 'Storm relative helicity'],
  [7, 9, 'EHLX', '', 'Energy helicity index'],
  [7, 10, 'LFTX', 'K', 'Surface lifted index'],
  [7, 11, '4LFTX', 'K', 'Best (4-layer) lifted index'],
  [7, 12, 'RI', '', 'Richardson number'],
  [7, 13, 'SHWINX', 'K', 'Showalter index'],
  [7, 15, 'UPHL', 'm^2/s^2', 'Updraft helicity'],
  [7, 16, 'BLKRN', '', 'Bulk Richardson number'],
  [7, 17, 'GRDRN', '', 'Gradient Richardson number'],
  [7, 18, 'FLXRN', '', 'Flux Richardson number'],
  [7, 19, 'CONAPES', 'm^2/s^2', 'Convective available potential energy shear'],
];
