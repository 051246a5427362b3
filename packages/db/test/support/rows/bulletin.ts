import type { Bulletin } from '../../../src/index.ts';

/** A forecast discussion of Norman of 2026-05-20; `change` overrides fields. */
export function bulletin(change: Partial<Bulletin> = {}): Bulletin {
  return {
    id: 'b1',
    product: 'AFD',
    office: 'OUN',
    wmo: 'FXUS64',
    amendment: null,
    issuedAt: new Date('2026-05-20T21:02:00Z'),
    text: 'FXUS64 KOUN 202102\nAFDOUN\n\n.SHORT TERM...\nTornadoes are likely.\n\n$$',
    ...change,
  };
}
