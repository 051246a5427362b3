import type { Facility } from '../../../src/index.ts';

/** A hospital in Norman, Oklahoma; `change` overrides fields. */
export function facility(change: Partial<Facility> = {}): Facility {
  return {
    source: 'hifld',
    kind: 'hospital',
    key: '1',
    name: 'Norman Regional Hospital',
    address: '901 N Porter Ave',
    city: 'Norman',
    state: 'OK',
    fips: '40027',
    capacity: 324,
    lon: -97.44,
    lat: 35.23,
    ...change,
  };
}
