import type { NewSounding } from '../../../src/index.ts';

/** A sounding of Norman, Oklahoma, of 2026-05-20 with two levels; `change` overrides fields. */
export function newSounding(change: Partial<NewSounding> = {}): NewSounding {
  return {
    station: 'KOUN',
    state: 'OK',
    lon: -97.4378,
    lat: 35.1808,
    at: new Date('2026-05-20T12:00:00Z'),
    source: 'iem',
    profile: {
      pressureHpa: [970, 850],
      heightM: [345, 1500],
      temperatureC: [24.2, 17],
      dewpointC: [20.1, null],
      windDirDeg: [160, 190],
      windSpeedKt: [18, 40],
    },
    capeJkg: 2745.4645,
    cinJkg: -41.945,
    liftedIndexK: -8.9498,
    pwatMm: 26.3753,
    srh1km: 256.08,
    srh3km: 328.03,
    shear6kmMps: 23.547,
    stp: 3.1889,
    scp: 18.0121,
    lclM: 405.019,
    elM: null,
    ...change,
  };
}
