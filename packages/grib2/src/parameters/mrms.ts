import type { ParameterRow, ParameterTable } from './table.ts';

/** Minutes of swaths and tracks, and hours of accumulations, in the order of their numbers. */
const minuteSpans = [30, 60, 120, 240, 360, 1440];
const hourSpans = [1, 3, 6, 12, 24, 48, 72];

const twoDigits = (hours: number): string => `${String(hours).padStart(2, '0')}H`;
const hoursLong = (hours: number): string => (hours === 1 ? '1 hour' : `${hours} hours`);

/** A product for each span of minutes, numbered on from `first`. */
function swaths(first: number, id: string, units: string, name: string): ParameterRow[] {
  return minuteSpans.map((minutes, i) => [3, first + i, `${id}${minutes}min`, units, `${name}, ${minutes} minutes`]);
}

/** A product for each span of hours, whose id has the span in the place of `*`. */
function spans(category: number, first: number, id: string, units: string, name: string): ParameterRow[] {
  return hourSpans.map((hours, i) => {
    return [category, first + i, id.replace('*', twoDigits(hours)), units, `${name}, ${hoursLong(hours)}`];
  });
}

const lightning: ParameterRow[] = [
  [2, 0, 'NLDN_CG_001min_AvgDensity', 'flashes/km^2/min', 'Density of lightning to the ground, 1 minute'],
  [2, 1, 'NLDN_CG_005min_AvgDensity', 'flashes/km^2/min', 'Density of lightning to the ground, 5 minutes'],
  [2, 2, 'NLDN_CG_015min_AvgDensity', 'flashes/km^2/min', 'Density of lightning to the ground, 15 minutes'],
  [2, 3, 'NLDN_CG_030min_AvgDensity', 'flashes/km^2/min', 'Density of lightning to the ground, 30 minutes'],
  [2, 5, 'LightningProbabilityNext30minGrid', '%', 'Probability of lightning, next 30 minutes'],
  [2, 6, 'LightningProbabilityNext60minGrid', '%', 'Probability of lightning, next 60 minutes'],
  [2, 7, 'LightningJumpGrid', '', 'Rapid change of lightning'],
  [2, 8, 'LightningJumpGrid_Max_005min', '', 'Rapid change of lightning, 5 minutes'],
];

const severe: ParameterRow[] = [
  [3, 0, 'MergedAzShear0to2kmAGL', '0.001/s', 'Azimuthal shear, 0 to 2 km above ground'],
  [3, 1, 'MergedAzShear3to6kmAGL', '0.001/s', 'Azimuthal shear, 3 to 6 km above ground'],
  ...swaths(2, 'RotationTrack', '0.001/s', 'Rotation track, 0 to 2 km above ground'),
  ...swaths(14, 'RotationTrackML', '0.001/s', 'Rotation track, 3 to 6 km above ground'),
  [3, 26, 'SHI', 'index', 'Severe hail index'],
  [3, 27, 'POSH', '%', 'Probability of severe hail'],
  [3, 28, 'MESH', 'mm', 'Maximum estimated size of hail'],
  ...swaths(29, 'MESHMax', 'mm', 'Maximum estimated size of hail'),
  [3, 37, 'VIL_Max_120min', 'kg/m^2', 'Vertically integrated liquid, maximum of 120 minutes'],
  [3, 40, 'VIL_Max_1440min', 'kg/m^2', 'Vertically integrated liquid, maximum of 1440 minutes'],
  [3, 41, 'VIL', 'kg/m^2', 'Vertically integrated liquid'],
  [3, 42, 'VIL_Density', 'g/m^3', 'Density of vertically integrated liquid'],
  [3, 43, 'VII', 'kg/m^2', 'Vertically integrated ice'],
  [3, 44, 'EchoTop_18', 'km MSL', 'Echo top, 18 dBZ'],
  [3, 45, 'EchoTop_30', 'km MSL', 'Echo top, 30 dBZ'],
  [3, 46, 'EchoTop_50', 'km MSL', 'Echo top, 50 dBZ'],
  [3, 47, 'EchoTop_60', 'km MSL', 'Echo top, 60 dBZ'],
  [3, 48, 'H50AboveM20C', 'km', 'Height of 50 dBZ above the level of -20 °C'],
  [3, 49, 'H50Above0C', 'km', 'Height of 50 dBZ above the level of 0 °C'],
  [3, 50, 'H60AboveM20C', 'km', 'Height of 60 dBZ above the level of -20 °C'],
  [3, 51, 'H60Above0C', 'km', 'Height of 60 dBZ above the level of 0 °C'],
  ...[0, -5, -10, -15, -20].map((degrees, i): ParameterRow => {
    return [3, 52 + i, `Reflectivity_${degrees}C`, 'dBZ', `Reflectivity at the level of ${degrees} °C`];
  }),
  [3, 57, 'ReflectivityAtLowestAltitude', 'dBZ', 'Reflectivity at the lowest altitude'],
  [3, 58, 'MergedReflectivityAtLowestAltitude', 'dBZ', 'Reflectivity at the lowest altitude, as received'],
];

const precipitation: ParameterRow[] = [
  [6, 0, 'PrecipFlag', 'flag', 'Type of precipitation at the surface'],
  [6, 1, 'PrecipRate', 'mm/hr', 'Radar precipitation rate'],
  ...spans(6, 2, 'RadarOnly_QPE_*', 'mm', 'Radar precipitation accumulation'),
  ...spans(6, 30, 'MultiSensor_QPE_*_Pass1', 'mm', 'Multi-sensor accumulation, first pass'),
  ...spans(6, 37, 'MultiSensor_QPE_*_Pass2', 'mm', 'Multi-sensor accumulation, second pass'),
  [6, 44, 'SyntheticPrecipRateID', 'flag', 'Method of the precipitation rate'],
  [6, 45, 'RadarOnly_QPE_15M', 'mm', 'Radar precipitation accumulation, 15 minutes'],
  [6, 46, 'RadarOnly_QPE_Since12Z', 'mm', 'Radar precipitation accumulation since 12 UTC'],
  [7, 0, 'Model_SurfaceTemp', 'C', 'Temperature at the surface, of a model'],
  [7, 1, 'Model_WetBulbTemp', 'C', 'Wet bulb temperature at the surface, of a model'],
  [7, 2, 'WarmRainProbability', '%', 'Probability of warm rain'],
  [7, 3, 'Model_0degC_Height', 'm MSL', 'Height of the freezing level, of a model'],
  [7, 4, 'BrightBandTopHeight', 'm AGL', 'Top of the bright band'],
  [7, 5, 'BrightBandBottomHeight', 'm AGL', 'Bottom of the bright band'],
  [8, 0, 'RadarQualityIndex', '', 'Quality of the radar'],
  ...spans(8, 1, 'GaugeInflIndex_*_Pass1', '', 'Influence of gauges, first pass'),
  [8, 8, 'SeamlessHSR', 'dBZ', 'Seamless hybrid scan reflectivity'],
  [8, 9, 'SeamlessHSRHeight', 'km AGL', 'Height of the seamless hybrid scan reflectivity'],
  ...spans(8, 10, 'RadarAccumulationQualityIndex_*', '', 'Quality of the radar accumulation'),
  ...spans(8, 17, 'GaugeInflIndex_*_Pass2', '', 'Influence of gauges, second pass'),
];

const reflectivity: ParameterRow[] = [
  [9, 0, 'MergedReflectivityQC', 'dBZ', 'Reflectivity at a height'],
  [9, 3, 'MergedRhoHV', '', 'Correlation coefficient at a height'],
  [9, 4, 'MergedZdr', 'dB', 'Differential reflectivity at a height'],
  [10, 0, 'MergedReflectivityQCComposite', 'dBZ', 'Composite reflectivity mosaic'],
  [10, 1, 'HeightCompositeReflectivity', 'm MSL', 'Height of the composite reflectivity'],
  [10, 2, 'LowLevelCompositeReflectivity', 'dBZ', 'Composite reflectivity, 0 to 4 km'],
  [10, 3, 'HeightLowLevelCompositeReflectivity', 'm MSL', 'Height of the composite reflectivity, 0 to 4 km'],
  [10, 4, 'LayerCompositeReflectivity_Low', 'dBZ', 'Composite reflectivity, 0 to 24,000 ft'],
  [10, 5, 'LayerCompositeReflectivity_High', 'dBZ', 'Composite reflectivity, 24,000 to 60,000 ft'],
  [10, 6, 'LayerCompositeReflectivity_Super', 'dBZ', 'Composite reflectivity, 33,000 to 60,000 ft'],
  [10, 7, 'CREF_1HR_MAX', 'dBZ', 'Composite reflectivity, maximum of the hour'],
  [10, 9, 'LayerCompositeReflectivity_ANC', 'dBZ', 'Composite reflectivity, 2 to 4.5 km'],
  [10, 10, 'BREF_1HR_MAX', 'dBZ', 'Base reflectivity, maximum of the hour'],
  [11, 0, 'MergedBaseReflectivityQC', 'dBZ', 'Base reflectivity mosaic'],
  [11, 1, 'MergedReflectivityComposite', 'dBZ', 'Composite reflectivity, as received'],
  [11, 2, 'MergedReflectivityQComposite', 'dBZ', 'Composite reflectivity, maximum of the radars'],
  [11, 3, 'MergedBaseReflectivity', 'dBZ', 'Base reflectivity, as received'],
];

const flash: ParameterRow[] = [
  [12, 0, 'FLASH_CREST_MAXUNITSTREAMFLOW', 'm^3/s/km^2', 'CREST unit streamflow, maximum'],
  [12, 1, 'FLASH_CREST_MAXSTREAMFLOW', 'm^3/s', 'CREST streamflow, maximum'],
  [12, 2, 'FLASH_CREST_MAXSOILSAT', '%', 'CREST soil saturation, maximum'],
  [12, 4, 'FLASH_SAC_MAXUNITSTREAMFLOW', 'm^3/s/km^2', 'SAC unit streamflow, maximum'],
  [12, 5, 'FLASH_SAC_MAXSTREAMFLOW', 'm^3/s', 'SAC streamflow, maximum'],
  [12, 6, 'FLASH_SAC_MAXSOILSAT', '%', 'SAC soil saturation, maximum'],
  ...['30M', '01H', '03H', '06H', '12H', '24H', 'MAX'].map((span, i): ParameterRow => {
    return [12, 14 + i, `FLASH_QPE_ARI${span}`, 'years', `Average recurrence interval of precipitation, ${span}`];
  }),
  ...['01H', '03H', '06H', 'MAX'].map((span, i): ParameterRow => {
    return [12, 26 + i, `FLASH_QPE_FFG${span}`, '', `Precipitation over flash flood guidance, ${span}`];
  }),
  [12, 39, 'FLASH_HP_MAXUNITSTREAMFLOW', 'm^3/s/km^2', 'Hydrophobic unit streamflow, maximum'],
  [12, 40, 'FLASH_HP_MAXSTREAMFLOW', 'm^3/s', 'Hydrophobic streamflow, maximum'],
  [13, 0, 'ANC_ConvectiveLikelihood', '', 'Likelihood of convection, next hour'],
  [13, 1, 'ANC_FinalForecast', 'dBZ', 'Forecast of reflectivity, 1 hour'],
  [14, 0, 'LVL3_HREET', 'kft', 'Enhanced echo tops, mosaic of Level III'],
  [14, 1, 'LVL3_HighResVIL', 'kg/m^2', 'Vertically integrated liquid, mosaic of Level III'],
];

/** Products of the Multi-Radar Multi-Sensor system (discipline 209), after its user table 12.2. */
export const mrms: ParameterTable = { 209: [...lightning, ...severe, ...precipitation, ...reflectivity, ...flash] };
