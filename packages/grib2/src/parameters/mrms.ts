import type { ParameterTable } from './index.ts';

/** Products of the Multi-Radar Multi-Sensor system (discipline 209), after its user table 12.2. */
export const mrms: ParameterTable = {
  209: [
    [3, 0, 'MergedAzShear0to2kmAGL', '0.001/s', 'Azimuthal shear, 0 to 2 km above ground'],
    [3, 1, 'MergedAzShear3to6kmAGL', '0.001/s', 'Azimuthal shear, 3 to 6 km above ground'],
    [3, 2, 'RotationTrack30min', '0.001/s', 'Rotation track, 0 to 2 km above ground, 30 minutes'],
    [3, 3, 'RotationTrack60min', '0.001/s', 'Rotation track, 0 to 2 km above ground, 60 minutes'],
    [3, 27, 'POSH', '%', 'Probability of severe hail'],
    [3, 28, 'MESH', 'mm', 'Maximum estimated size of hail'],
    [3, 29, 'MESHMax30min', 'mm', 'Maximum estimated size of hail, 30 minutes'],
    [3, 30, 'MESHMax60min', 'mm', 'Maximum estimated size of hail, 60 minutes'],
    [3, 41, 'VIL', 'kg/m^2', 'Vertically integrated liquid'],
    [3, 44, 'EchoTop_18', 'km MSL', 'Echo top, 18 dBZ'],
    [3, 45, 'EchoTop_30', 'km MSL', 'Echo top, 30 dBZ'],
    [3, 46, 'EchoTop_50', 'km MSL', 'Echo top, 50 dBZ'],
    [3, 57, 'ReflectivityAtLowestAltitude', 'dBZ', 'Reflectivity at the lowest altitude'],
    [6, 0, 'PrecipFlag', 'flag', 'Type of precipitation at the surface'],
    [6, 1, 'PrecipRate', 'mm/hr', 'Radar precipitation rate'],
    [6, 2, 'RadarOnly_QPE_01H', 'mm', 'Radar precipitation accumulation, 1 hour'],
    [6, 30, 'MultiSensor_QPE_01H_Pass1', 'mm', 'Multi-sensor accumulation, 1 hour, first pass'],
    [6, 37, 'MultiSensor_QPE_01H_Pass2', 'mm', 'Multi-sensor accumulation, 1 hour, second pass'],
    [10, 0, 'MergedReflectivityQCComposite', 'dBZ', 'Composite reflectivity mosaic'],
    [11, 0, 'MergedBaseReflectivityQC', 'dBZ', 'Base reflectivity mosaic'],
    [12, 39, 'FLASH_HP_MAXUNITSTREAMFLOW', 'm^3/s/km^2', 'Hydrophobic unit streamflow, maximum'],
  ],
};
