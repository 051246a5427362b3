import { hrrrProducts, imageryFolder, radarProducts, satelliteProducts, satellites } from '@severe/catalogue';
import type { ModelSource, RadarSource } from '@severe/catalogue';
import { scanTimeOf, validTimeOf } from '@severe/ingest/testing/keys';

/** A frame that a provider's file becomes. */
export interface ExpectedFrame {
  product: string;
  /** Start of the model run; null for what is observed. */
  runAt: Date | null;
  validAt: Date;
}

const hourMs = 3_600_000;

/** The frame of a mosaic. */
export function mosaicFrames(key: string): ExpectedFrame[] {
  const product = radarProducts.find(({ source }) => key.includes(`/${(source as RadarSource).folder}/`));
  return product ? [{ product: product.id, runAt: null, validAt: validTimeOf(key)! }] : [];
}

/** The frames of an hour of HRRR; none for its inventory. */
export function modelFrames(key: string): ExpectedFrame[] {
  const [, day, hour, lead] = /^hrrr\.(\d{8})\/conus\/hrrr\.t(\d\d)z\.wrfsfcf(\d\d)\.grib2$/.exec(key) ?? [];
  if (!day) return [];
  const runAt = new Date(isoOf(`${day}${hour}0000`));
  const validAt = new Date(runAt.getTime() + Number(lead) * hourMs);
  return hrrrProducts.flatMap(({ id, source }) => {
    const { records, constant } = source as ModelSource;
    const there = lead === '00' ? records.every(({ over }) => over === 'instant') : !constant;
    return there ? [{ product: id, runAt, validAt }] : [];
  });
}

/** The frames of an image of GOES-East. */
export function imageFrames(key: string): ExpectedFrame[] {
  const validAt = scanTimeOf(key, imageryFolder, satellites.east)!;
  return satelliteProducts.map(({ id }) => ({ product: id, runAt: null, validAt }));
}

/** The frame of a whole volume, or of the last of its chunks. */
export function volumeFrames(key: string): ExpectedFrame[] {
  const [, site, day, time] =
    /\/([A-Z]{4})(\d{8})_(\d{6})_V06$/.exec(key) ?? /^([A-Z]{4})\/\d+\/(\d{8})-(\d{6})-\d{3}-E$/.exec(key) ?? [];
  return site ? [{ product: site, runAt: null, validAt: new Date(isoOf(`${day}${time}`)) }] : [];
}

/** @param digits `YYYYMMDDHHMMSS` */
export function isoOf(digits: string): string {
  return digits.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z');
}
