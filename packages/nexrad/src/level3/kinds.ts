import { legacyLevels } from './levels/legacy.ts';
import type { LevelsOf } from './levels/levels.ts';
import { linearLevels } from './levels/linear.ts';
import { scaledLevels } from './levels/scaled.ts';
import { classLevels, liquidLevels, topsLevels, turbulenceLevels } from './levels/special.ts';

/** Name, units and coding of a product code. */
export interface ProductKind {
  name: string;
  units: string;
  /** Size of a gate or raster cell, metres; undefined if the product has neither. */
  cellM?: number;
  levels: LevelsOf;
}

type Row = [codes: number | number[], name: string, units: string, cellM: number | undefined, levels: LevelsOf];

const linear = linearLevels();
const widths = linearLevels({ first: 129, last: 167 }); // coded like velocities, but never negative

/** Cell sizes are those of table III of the ICD. The scale in the packet is for displays. */
const rows: Row[] = [
  [16, 'Base Reflectivity', 'dBZ', 1000, legacyLevels],
  [17, 'Base Reflectivity', 'dBZ', 2000, legacyLevels],
  [18, 'Base Reflectivity', 'dBZ', 4000, legacyLevels],
  [19, 'Base Reflectivity', 'dBZ', 1000, legacyLevels],
  [20, 'Base Reflectivity', 'dBZ', 2000, legacyLevels],
  [21, 'Base Reflectivity', 'dBZ', 4000, legacyLevels],
  [[22, 25], 'Base Velocity', 'kt', 250, legacyLevels],
  [[23, 26], 'Base Velocity', 'kt', 500, legacyLevels],
  [[24, 27], 'Base Velocity', 'kt', 1000, legacyLevels],
  [28, 'Base Spectrum Width', 'kt', 250, legacyLevels],
  [29, 'Base Spectrum Width', 'kt', 500, legacyLevels],
  [30, 'Base Spectrum Width', 'kt', 1000, legacyLevels],
  [31, 'User Selectable Storm Total Precipitation', 'in', 2000, legacyLevels],
  [32, 'Digital Hybrid Scan Reflectivity', 'dBZ', 1000, linear],
  [33, 'Hybrid Scan Reflectivity', 'dBZ', 1000, legacyLevels],
  [34, 'Clutter Filter Control', '', 1000, legacyLevels],
  [[35, 95], 'Composite Reflectivity', 'dBZ', 1000, legacyLevels],
  [[36, 96], 'Composite Reflectivity', 'dBZ', 4000, legacyLevels],
  [[37, 97], 'Composite Reflectivity', 'dBZ', 1000, legacyLevels],
  [[38, 98], 'Composite Reflectivity', 'dBZ', 4000, legacyLevels],
  [41, 'Echo Tops', 'kft', 4000, legacyLevels],
  [48, 'VAD Wind Profile', '', undefined, legacyLevels],
  [50, 'Cross Section Reflectivity', 'dBZ', 1000, legacyLevels],
  [51, 'Cross Section Velocity', 'kt', 1000, legacyLevels],
  [55, 'Storm Relative Mean Radial Velocity Region', 'kt', 500, legacyLevels],
  [56, 'Storm Relative Mean Radial Velocity', 'kt', 1000, legacyLevels],
  [57, 'Vertically Integrated Liquid', 'kg/m²', 4000, legacyLevels],
  [58, 'Storm Tracking Information', '', undefined, legacyLevels],
  [59, 'Hail Index', '', undefined, legacyLevels],
  [60, 'Mesocyclone', '', undefined, legacyLevels],
  [61, 'Tornado Vortex Signature', '', undefined, legacyLevels],
  [62, 'Storm Structure', '', undefined, legacyLevels],
  [[63, 64, 89], 'Layer Composite Reflectivity Average', 'dBZ', 4000, legacyLevels],
  [[65, 66, 67, 90], 'Layer Composite Reflectivity Maximum', 'dBZ', 4000, legacyLevels],
  [74, 'Radar Coded Message', '', undefined, legacyLevels],
  [75, 'Free Text Message', '', undefined, legacyLevels],
  [78, 'Surface Rainfall Accumulation, One Hour', 'in', 2000, legacyLevels],
  [79, 'Surface Rainfall Accumulation, Three Hours', 'in', 2000, legacyLevels],
  [80, 'Storm Total Rainfall Accumulation', 'in', 2000, legacyLevels],
  [81, 'Hourly Digital Precipitation Array', 'dBA', 4000, linearLevels({ first: 1, last: 254, unit: 0.001 })],
  [82, 'Supplemental Precipitation Data', '', undefined, legacyLevels],
  [93, 'Digital Base Velocity', 'm/s', 1000, linear],
  [94, 'Base Reflectivity Data Array', 'dBZ', 1000, linear],
  [99, 'Base Velocity Data Array', 'm/s', 250, linear],
  [132, 'Clutter Likelihood Reflectivity', '', 1000, legacyLevels],
  [133, 'Clutter Likelihood Doppler', '', 1000, legacyLevels],
  [134, 'Digital Vertically Integrated Liquid', 'kg/m²', 1000, liquidLevels],
  [135, 'Enhanced Echo Tops', 'kft', 1000, topsLevels],
  [138, 'Digital Storm Total Precipitation', 'in', 2000, linearLevels({ unit: 0.01 })],
  [141, 'Mesocyclone Detection', '', undefined, legacyLevels],
  [152, 'Archive III Status Product', '', undefined, legacyLevels],
  [153, 'Super Resolution Reflectivity Data Array', 'dBZ', 250, linear],
  [154, 'Super Resolution Velocity Data Array', 'm/s', 250, linear],
  [155, 'Super Resolution Spectrum Width Data Array', 'm/s', 250, widths],
  [156, 'Eddy Dissipation Rate', 'm^(2/3)/s', 2000, turbulenceLevels],
  [157, 'Eddy Dissipation Rate Confidence', '', 2000, turbulenceLevels],
  [158, 'Differential Reflectivity', 'dB', 1000, legacyLevels],
  [159, 'Digital Differential Reflectivity', 'dB', 250, scaledLevels],
  [160, 'Correlation Coefficient', '', 1000, legacyLevels],
  [161, 'Digital Correlation Coefficient', '', 250, scaledLevels],
  [162, 'Specific Differential Phase', 'deg/km', 1000, legacyLevels],
  [163, 'Digital Specific Differential Phase', 'deg/km', 250, scaledLevels],
  [164, 'Hydrometeor Classification', '', 1000, legacyLevels],
  [165, 'Digital Hydrometeor Classification', 'class', 250, classLevels],
  [166, 'Melting Layer', '', undefined, legacyLevels],
  [167, 'Super Resolution Digital Correlation Coefficient', '', 250, scaledLevels],
  [168, 'Super Resolution Digital Differential Phase', 'deg', 250, scaledLevels],
  [169, 'One Hour Accumulation', 'in', 2000, legacyLevels],
  [170, 'Digital Accumulation Array', '0.01 in', 250, scaledLevels],
  [171, 'Storm Total Accumulation', 'in', 2000, legacyLevels],
  [172, 'Digital Storm Total Accumulation', '0.01 in', 250, scaledLevels],
  [173, 'Digital User Selectable Accumulation', '0.01 in', 250, scaledLevels],
  [174, 'Digital One Hour Difference Accumulation', '0.01 in', 250, scaledLevels],
  [175, 'Digital Storm Total Difference Accumulation', '0.01 in', 250, scaledLevels],
  [176, 'Digital Instantaneous Precipitation Rate', 'in/h', 250, scaledLevels],
  [177, 'Hybrid Hydrometeor Classification', 'class', 250, classLevels],
  [180, 'TDWR Base Reflectivity', 'dBZ', 150, linear],
  [181, 'TDWR Base Reflectivity', 'dBZ', 150, legacyLevels],
  [182, 'TDWR Base Velocity', 'm/s', 150, linear],
  [183, 'TDWR Base Velocity', 'kt', 150, legacyLevels],
  [184, 'TDWR Base Spectrum Width', 'm/s', 150, widths],
  [185, 'TDWR Base Spectrum Width', 'kt', 150, legacyLevels],
  [186, 'TDWR Long Range Base Reflectivity', 'dBZ', 300, linear],
  [187, 'TDWR Long Range Base Reflectivity', 'dBZ', 300, legacyLevels],
];

const kindsByCode = new Map<number, ProductKind>(
  rows.flatMap(([codes, name, units, cellM, levels]) =>
    [codes].flat().map((code): [number, ProductKind] => [code, { name, units, cellM, levels }]),
  ),
);

/** The kind of a product code. An unknown code is read as a product of sixteen levels, like most old ones. */
export function kindOf(code: number): ProductKind {
  return kindsByCode.get(code) ?? { name: `Product ${code}`, units: '', levels: legacyLevels };
}
