import type { GivenZone } from '../../../src/index.ts';
import { squareAt } from './alert-event.ts';

/** Cleveland County, Oklahoma, as a square around Norman; `change` overrides fields. */
export function county(change: Partial<GivenZone> = {}): GivenZone {
  return {
    kind: 'county',
    ugc: 'OKC027',
    name: 'Cleveland',
    state: 'OK',
    wfo: 'OUN',
    simplified: true,
    shape: JSON.stringify(squareAt(-97.7, 35, 0.6)),
    ...change,
  };
}
