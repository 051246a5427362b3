import type { ParameterRow, ParameterTable } from './table.ts';

/** Bands of an imager: a number for each, counted on from `first`. */
function bands(first: number, id: string, units: string, name: string, numbers: number[]): ParameterRow[] {
  return numbers.map((band, i) => [192, first + i, `${id}${band}`, units, `${name}, band ${band}`]);
}

const [reflectance, temperature] = ['Simulated reflectance factor', 'Simulated brightness temperature'];
const reflected = [1, 2, 3, 4, 5, 6];
const emitted = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16];

const simulatedImages: ParameterRow[] = [
  ...bands(0, 'SBT12', 'K', `${temperature} of GOES-12`, [2, 3, 4, 5]),
  ...bands(6, 'SBT11', 'K', `${temperature} of GOES-11`, [2, 3, 4, 5]),
  ...bands(14, 'SRFA16', '', `${reflectance} of GOES-16`, reflected),
  ...bands(20, 'SBTA16', 'K', `${temperature} of GOES-16`, emitted),
  ...bands(30, 'SRFA17', '', `${reflectance} of GOES-17`, reflected),
  ...bands(36, 'SBTA17', 'K', `${temperature} of GOES-17`, emitted),
];

/** Local parameters of NCEP (numbers from 192) that the HRRR and related models use. */
export const ncep: ParameterTable = {
  0: [
    [1, 192, 'CRAIN', '', 'Categorical rain (1 yes, 0 no)'],
    [1, 193, 'CFRZR', '', 'Categorical freezing rain (1 yes, 0 no)'],
    [1, 194, 'CICEP', '', 'Categorical ice pellets (1 yes, 0 no)'],
    [1, 195, 'CSNOW', '', 'Categorical snow (1 yes, 0 no)'],
    [1, 225, 'FRZR', 'kg/m^2', 'Freezing rain'],
    [1, 227, 'FROZR', 'kg/m^2', 'Frozen rain'],
    [2, 194, 'USTM', 'm/s', 'U component of storm motion'],
    [2, 195, 'VSTM', 'm/s', 'V component of storm motion'],
    [2, 197, 'FRICV', 'm/s', 'Frictional velocity'],
    [2, 220, 'MAXUVV', 'm/s', 'Maximum upward vertical velocity of the hour'],
    [2, 221, 'MAXDVV', 'm/s', 'Maximum downward vertical velocity of the hour'],
    [2, 222, 'MAXUW', 'm/s', 'U component of the strongest wind of the hour'],
    [2, 223, 'MAXVW', 'm/s', 'V component of the strongest wind of the hour'],
    [3, 192, 'MSLET', 'Pa', 'Mean sea level pressure (Eta reduction)'],
    [3, 196, 'HPBL', 'm', 'Planetary boundary layer height'],
    [3, 198, 'MSLMA', 'Pa', 'Mean sea level pressure (MAPS reduction)'],
    [3, 200, 'PLPL', 'Pa', 'Pressure of the level from which a parcel was lifted'],
    [3, 205, 'LAYTH', 'm', 'Layer thickness'],
    [4, 192, 'DSWRF', 'W/m^2', 'Downward short-wave radiation flux'],
    [5, 192, 'DLWRF', 'W/m^2', 'Downward long-wave radiation flux'],
    [7, 192, 'LFTX', 'K', 'Surface lifted index'],
    [7, 193, '4LFTX', 'K', 'Best (four layer) lifted index'],
    [7, 199, 'MXUPHL', 'm^2/s^2', 'Maximum updraft helicity of the hour'],
    [7, 200, 'MNUPHL', 'm^2/s^2', 'Minimum updraft helicity of the hour'],
    [14, 193, 'OZCON', 'ppb', 'Ozone concentration'],
    [16, 195, 'REFD', 'dB', 'Derived radar reflectivity'],
    [16, 196, 'REFC', 'dB', 'Composite radar reflectivity'],
    [16, 197, 'RETOP', 'm', 'Radar echo top (18.3 dBZ)'],
    [16, 198, 'MAXREF', 'dB', 'Maximum of reflectivity 1 km above ground, of the hour'],
    [17, 192, 'LTNG', '', 'Lightning'],
  ],
  3: simulatedImages,
};
