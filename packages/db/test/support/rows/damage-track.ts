import type { DamageTrack } from '../../../src/index.ts';

/** An EF3 through Norman, Oklahoma, on 2026-05-20; `change` overrides fields. */
export function damageTrack(change: Partial<DamageTrack> = {}): DamageTrack {
  return {
    sourceId: 9,
    at: new Date('2026-05-20T21:50:00Z'),
    eventDate: '2026-05-20',
    ef: 3,
    efLabel: 'EF3',
    lengthM: 21_400,
    widthM: 640,
    maxWindMph: 145,
    injuries: 2,
    fatalities: 0,
    wfo: 'OUN',
    state: 'OK',
    comments: 'From Newcastle into Norman.',
    line: {
      type: 'LineString',
      coordinates: [
        [-97.6, 35.2],
        [-97.4, 35.25],
      ],
    },
    ...change,
  };
}
