import type { ParameterTable } from './table.ts';

/** Local parameters of the National Digital Forecast Database (numbers from 192). */
export const ndfd: ParameterTable = {
  0: [
    [0, 193, 'ApparentT', 'K', 'Apparent temperature'],
    [0, 205, 'WBGT', 'K', 'Wet bulb globe temperature'],
    [1, 192, 'Wx', '', 'Weather, as a number of a list in the message'],
    [1, 193, 'PPI', '%', 'Precipitation potential index'],
    [1, 198, 'MinRH', '%', 'Minimum relative humidity'],
    [1, 227, 'IceAccum', 'kg/m^2', 'Ice accumulation'],
    [14, 192, 'O3MR', 'kg/kg', 'Ozone mixing ratio'],
    [14, 193, 'OZCON', 'ppb', 'Ozone concentration'],
    [14, 200, 'OZMAX1', 'ppb', 'Highest hourly ozone concentration of the day'],
    [14, 201, 'OZMAX8', 'ppb', 'Highest ozone concentration of eight hours of the day'],
    [19, 194, 'ConvOutlook', '', 'Convective outlook (0 none, 2 thunderstorms, 4 slight, 6 moderate, 8 high)'],
    [19, 197, 'TornadoProb', '%', 'Probability of tornadoes'],
    [19, 198, 'HailProb', '%', 'Probability of hail'],
    [19, 199, 'WindProb', '%', 'Probability of damaging thunderstorm winds'],
    [19, 200, 'XtrmTornProb', '%', 'Probability of extreme tornadoes'],
    [19, 201, 'XtrmHailProb', '%', 'Probability of extreme hail'],
    [19, 202, 'XtrmWindProb', '%', 'Probability of extreme thunderstorm winds'],
    [19, 203, 'TotalSvrProb', '%', 'Probability of severe thunderstorms'],
    [19, 204, 'TotalXtrmProb', '%', 'Probability of extreme thunderstorms'],
    [19, 215, 'TotalSvrProb', '%', 'Probability of severe thunderstorms'],
    [19, 216, 'TotalXtrmProb', '%', 'Probability of extreme thunderstorms'],
    [19, 246, 'SNOWLVL', 'm', 'Snow level'],
    [192, 192, 'FireWx', '%', 'Critical fire weather'],
    [192, 194, 'DryLightning', '%', 'Dry lightning'],
  ],
  10: [
    [3, 192, 'Surge', 'm', 'Storm surge of a hurricane'],
    [3, 193, 'ETSurge', 'm', 'Storm surge of an extratropical storm'],
    [3, 250, 'StormTide', 'm', 'Storm surge and tide'],
    [3, 251, 'Tide', 'm', 'Tide'],
  ],
};
