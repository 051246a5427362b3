import type { AlertTags } from '../../../src/index.ts';

/** The tags of an alert without any. */
export const noTags: AlertTags = {
  tornado: null,
  damageThreat: null,
  hailIn: null,
  hailThreat: null,
  windMph: null,
  windThreat: null,
  flashFlood: null,
  rainfallRate: null,
  damFailure: null,
  leveeFailure: null,
  waterspout: null,
  landspout: null,
  snowSquall: null,
  snowSquallImpact: null,
  pds: false,
  emergency: false,
};
