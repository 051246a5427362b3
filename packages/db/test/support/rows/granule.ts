import type { NewFlash, NewGranule } from '../../../src/index.ts';

/** A flash near Norman, Oklahoma; `change` overrides fields. */
export function flash(change: Partial<NewFlash> = {}): NewFlash {
  return {
    number: 0,
    at: new Date('2026-05-20T22:17:40Z'),
    lat: 35.2,
    lon: -97.4,
    energyFj: 488,
    areaKm2: 550.6,
    ...change,
  };
}

/** Twenty seconds of 2026-05-20 with one flash; `change` overrides fields. */
export function granule(change: Partial<NewGranule> = {}): NewGranule {
  const startsAt = new Date('2026-05-20T22:17:40Z');
  return { name: 'OR_GLM-L2-LCFA_G19_s20261402217400.nc', satellite: 'G19', startsAt, flashes: [flash()], ...change };
}
