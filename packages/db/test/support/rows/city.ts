import type { Place } from '@severe/db';

/** A city as the place index has it, without its terms. */
export const city = (change: Partial<Place> = {}): Place => ({
  id: 'geonames/1',
  kind: 'city',
  name: 'Norman',
  town: null,
  state: 'OK',
  country: 'us',
  population: 120_284,
  lat: 35.22257,
  lon: -97.43948,
  ...change,
});
