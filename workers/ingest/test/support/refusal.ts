import { DataError } from '@severe/base';
import { expect } from 'chai';

/** Code and message of the DataError with which a call ends: `bulletin: expected …`. */
export function refusalOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof DataError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return expect.fail('expected a refusal, got a result');
}

/** A list of features as GeoJSON text. */
export function collectionOf(...features: unknown[]): string {
  return JSON.stringify({ type: 'FeatureCollection', features });
}
