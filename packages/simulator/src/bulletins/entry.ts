import { createHash } from 'node:crypto';
import { offsetTime } from '../land/utc-time.ts';

/** What the list of the provider tells of a text product. */
export interface TextProduct {
  id: string;
  /** Of the WMO: `FXUS64`. */
  heading: string;
  icao: string;
  issuedAt: number;
  code: string;
  name: string;
}

/** A text product in the list of the provider. */
export function listEntry({ id, heading, icao, issuedAt, code, name }: TextProduct): object {
  return {
    '@id': `https://api.weather.gov/products/${id}`,
    id,
    wmoCollectiveId: heading,
    issuingOffice: icao,
    issuanceTime: offsetTime(issuedAt),
    productCode: code,
    productName: name,
  };
}

/** `07330a8f-cd88-4337-902e-24f91ad7371c`: the same for the same words. */
export function productId(...words: (string | number)[]): string {
  const digest = createHash('sha1').update(words.join('/')).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
