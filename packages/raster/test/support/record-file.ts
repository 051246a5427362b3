import {
  encodeGrib2,
  hrrrGrid,
  hrrrOrigin,
  mrmsOrigin,
  type Identification,
  type ProductInput,
  type SurfaceInput,
} from '@severe/grib2/write';
import type { RecordName } from '@severe/raster/records';

/** Category and number of table 4.2, and of the local tables of NCEP and MRMS. */
const numbers: Record<string, [category: number, number: number]> = {
  TMP: [0, 0],
  DPT: [0, 6],
  APCP: [1, 8],
  UGRD: [2, 2],
  VGRD: [2, 3],
  VUCSH: [2, 15],
  VVCSH: [2, 16],
  GUST: [2, 22],
  HGT: [3, 5],
  CAPE: [7, 6],
  CIN: [7, 7],
  HLCY: [7, 8],
  LFTX: [7, 192],
  MXUPHL: [7, 199],
  REFC: [16, 196],
  MESHMax30min: [3, 29],
  RotationTrack30min: [3, 2],
  VIL: [3, 41],
  EchoTop_18: [3, 44],
  MergedReflectivityQCComposite: [10, 0],
  MergedBaseReflectivityQC: [11, 0],
};

const aboveGround = (value: number): SurfaceInput => ({ type: 103, value });
const isobaric = (hPa: number): SurfaceInput => ({ type: 100, value: 100 * hPa });

/** Surfaces of table 4.5 by the levels of the catalogue. */
const surfaces: Record<string, SurfaceInput[]> = {
  surface: [{ type: 1 }],
  'entire atmosphere': [{ type: 10 }],
  'entire atmosphere (considered as a single layer)': [{ type: 200 }],
  '2 m above ground': [aboveGround(2)],
  '10 m above ground': [aboveGround(10)],
  '3000-0 m above ground': [aboveGround(3000), aboveGround(0)],
  '0-6000 m above ground': [aboveGround(0), aboveGround(6000)],
  '5000-2000 m above ground': [aboveGround(5000), aboveGround(2000)],
  '500-1000 mb': [isobaric(500), isobaric(1000)],
  '500 m above mean sea level': [{ type: 102, value: 500 }],
};

export interface RecordTimes {
  referenceAt: Date;
  /** Forecast hour: the valid time, or the end of the interval. */
  hour: number;
}

const hourMs = 3_600_000;
const statistics = { 'hour-sum': 1, 'hour-max': 2 } as const;

/** Section 4 of a record of the catalogue. */
export function productOf(
  { parameter, level, over, made }: RecordName,
  { referenceAt, hour }: RecordTimes,
): ProductInput {
  const [category, number] = numbers[parameter];
  const [surface, secondSurface] = surfaces[level];
  const product = { category, number, process: made === 'observation' ? 8 : 2, surface, secondSurface };
  if (over === 'instant') return { ...product, forecast: { unit: 1, value: hour } };
  const endsAt = new Date(referenceAt.getTime() + hour * hourMs);
  const length = { unit: 1, value: 1 };
  return { ...product, forecast: { unit: 1, value: hour - 1 }, over: { statistic: statistics[over], endsAt, length } };
}

/**
 * A GRIB2 message of a record of the catalogue on some cells of a grid.
 *
 * @param more changes of section 4, which make it another record
 */
export function recordFile(record: RecordName, times: RecordTimes, more: Partial<ProductInput> = {}): Uint8Array {
  const isMosaic = record.made === 'observation';
  const identification: Identification = { ...(isMosaic ? mrmsOrigin : hrrrOrigin), referenceAt: times.referenceAt };
  return encodeGrib2({
    identification,
    grid: isMosaic
      ? { kind: 'latlon', width: 4, height: 3, firstLat: 40, firstLon: -100, stepLon: 0.01, stepLat: 0.01, earth: 2 }
      : { ...hrrrGrid, kind: 'lambert', width: 4, height: 3 },
    product: { ...productOf(record, times), ...more },
    values: { codes: Uint16Array.from({ length: 12 }, (_, i) => i), reference: 0 },
    packing: { template: '5.0' },
  });
}
