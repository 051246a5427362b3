import { createHash } from 'node:crypto';
import { offsetTime } from '../land/utc-time.ts';

/** The fields of a text product in the provider's list. */
export interface TextProduct {
  id: string;
  /** WMO heading, for example `FXUS64`. */
  heading: string;
  icao: string;
  issuedAt: number;
  code: string;
  name: string;
}

/** A text product as an entry of the provider's list. */
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

/**
 * An identifier derived from the given words, for example `07330a8f-cd88-4337-902e-24f91ad7371c`. Equal words give
 * equal identifiers.
 */
export function productId(...words: (string | number)[]): string {
  const digest = createHash('sha1').update(words.join('/')).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
