/** Short names of ecCodes, which depend on level and statistic, by our abbreviation. */
const eccodesByOurs: Record<string, string> = {
  TMP: 't 2t',
  TMAX: 'tmax',
  TMIN: 'tmin',
  SKINT: 'skt',
  TSOIL: 'st',
  RH: 'r 2r',
  PWAT: 'pwat',
  PRATE: 'prate',
  APCP: 'tp',
  TPRATE: 'tp', // its sum over an interval
  TP: 'tp',
  ACPCP: 'acpcp',
  ASNOW: 'asnow',
  SDWE: 'sd',
  CRAIN: 'crain',
  CFRZR: 'cfrzr',
  CICEP: 'cicep',
  CSNOW: 'csnow',
  WDIR: 'wdir',
  WIND: 'ws',
  UGRD: 'u 10u',
  VGRD: 'v 10v',
  VVEL: 'w',
  ABSV: 'absv',
  GUST: 'gust',
  PRES: 'pres sp trpp',
  PRMSL: 'prmsl',
  MSLET: 'mslet',
  HGT: 'gh orog',
  BRTMP: 'btmp',
  TCDC: 'CLCT',
  DSWRF: 'dswrf',
  PLI: 'pli',
  '4LFTX': '4lftx',
  CAPE: 'cape',
  CIN: 'cin',
  HLCY: 'hlcy',
  OZCON: 'ozcon',
  REFD: 'refd',
  REFC: 'refc',
  VIS: 'vis',
  MTERH: 'mterh',
  SBT123: 'SBT123',
  HTSGW: 'swh',
  WVDIR: 'wvdir',
  WVHGT: 'shww',
  WVPER: 'mpww',
  SWDIR: 'swdir',
  SWELL: 'swell',
  SWPER: 'swper',
  DIRPW: 'dirpw',
  PERPW: 'perpw',
  UOGRD: 'ucurr',
  VOGRD: 'vcurr',
};

/** Whether a short name of ecCodes stands for our abbreviation. */
export function isEccodesName(name: string, ours: string): boolean {
  return eccodesByOurs[ours]?.split(' ').includes(name) ?? false;
}

/** Abbreviations of GDAL for forecasts of the National Weather Service. */
const gdalByOurs: Record<string, string> = { TMAX: 'MaxT', TMIN: 'MinT', OZCON: 'Ozone', WVHGT: 'WaveHeight' };

/** Whether GDAL's abbreviation stands for ours; it puts `Prob` before probabilities and hours after statistics. */
export function isGdalName(name: string, ours: string): boolean {
  const own = gdalByOurs[ours] ?? ours;
  return [own, ours].some((each) => new RegExp(`^(Prob)?${each}(\\d\\d)?$`).test(name));
}

type Difference = [difference: string, reason: string];

const percent = 'ecCodes gives the units of the quantity; the values are percentages, as GDAL has it';
const surfaceHeight =
  'ecCodes has another name and unit for the height of the surface; the file has geopotential metres';
const lateStart = 'the forecast time is that of the end, so that start, length and end contradict each other';

const highestTemperatures: Difference[] = [
  ['ecCodes: interval 2011-09-30T00:00:00.000Z/2011-09-30T12:00:00.000Z', lateStart],
  ['ecCodes: interval 2011-10-01T00:00:00.000Z/2011-10-01T12:00:00.000Z', lateStart],
  ['ecCodes: interval 2011-10-02T00:00:00.000Z/2011-10-02T12:00:00.000Z', lateStart],
  ['ecCodes: interval 2011-10-03T00:00:00.000Z/2011-10-03T12:00:00.000Z', lateStart],
];

/** Differences by file, each with its reason. */
export const knownDifferences: Record<string, Difference[]> = {
  'acc_end_ff.grib2': [
    [
      'ecCodes: interval 2026-06-12T14:00:00.000Z/2026-06-12T15:00:00.000Z',
      'the end is missing, and ecCodes computes it from the length',
    ],
  ],
  'ds.critfireo.bin.xz': [
    [
      'ecCodes: interval 2023-11-02T06:00:00.000Z/2023-11-03T06:00:00.000Z',
      'the file ends it at 12 UTC of the first day',
    ],
  ],
  'nam.t00z.awp21100.tm00.grib2': [['ecCodes: units m', surfaceHeight]],
  'nbm-asnow-prob-thresholds.grib2': [['ecCodes: units m', percent]],
  'probability_of_t2m.grib2': [['ecCodes: units K', percent]],
  'spatial_differencing_order_1.grb2': [
    [
      'ecCodes: interval 1970-01-02T19:00:00.000Z/1970-01-03T07:00:00.000Z',
      'the end is of another year than the start',
    ],
  ],
  'ds.mint.bin': [
    ['ecCodes: interval 2008-02-22T12:00:00.000Z/2008-02-23T00:00:00.000Z', lateStart],
    ['ecCodes: interval 2008-02-23T12:00:00.000Z/2008-02-24T00:00:00.000Z', lateStart],
  ],
  'ds.maxt.bin': highestTemperatures,
  'dspr.temp.bin': highestTemperatures,
};
