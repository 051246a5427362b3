import { expect } from 'chai';
import {
  noneNear,
  putSweep,
  sweepSizes,
  sweepTile,
  turnParts,
  Workspace,
  type SweepGates,
  type SweepView,
} from '../src/index.ts';
import { seeded } from './seeded.ts';
import { rankOf } from './twins/sweep.ts';

const stepM = 25;

/** A sweep of random ranks with unevenly spaced radials. */
function sweepOf(radials: number, gates: number, gateM: number, seed: number): SweepGates {
  const random = seeded(seed);
  const apart = turnParts / radials;
  const azimuths = Array.from({ length: radials }, (_, i) => (i + 0.2 + 0.6 * random()) * apart);
  const steps = 24_000;
  const centres = Array.from({ length: gates }, (_, i) => (2000 + (i + 0.5) * gateM) / stepM);
  const parts = Array.from({ length: turnParts + 1 }, (_, part) => part);
  const nearestRadial = (part: number) => {
    const i = Math.min(Math.floor(part / apart), radials - 1);
    return part > 0.4 * turnParts && part < 0.45 * turnParts ? noneNear : i;
  };
  const reachM = 2000 + gates * gateM;
  const nearestGate = (step: number) => {
    const gate = Math.floor((step * stepM - 2000) / gateM);
    return gate >= 0 && gate < gates ? gate : noneNear;
  };
  return {
    ranks: Uint8Array.from({ length: radials * gates }, () => (random() < 0.1 ? Math.floor(random() * 200) : 0)),
    radials,
    gates,
    azimuths: { before: countsBefore(azimuths, turnParts + 1), nearest: Uint16Array.from(parts, nearestRadial) },
    ranges: {
      before: countsBefore(centres, steps),
      nearest: Uint16Array.from({ length: steps }, (_, i) => nearestGate(i)),
    },
    stepM,
    reachM,
    gateM,
    apart,
  };
}

function countsBefore(ascending: number[], places: number): Uint16Array {
  let passed = 0;
  return Uint16Array.from({ length: places }, (_, place) => {
    while (passed < ascending.length && ascending[passed] < place) passed++;
    return passed;
  });
}

/** Pixels of a size in metres, with the radar inside or outside, on a slightly curved plane. */
function viewOf(pixelM: number, eastM: number, northM: number): SweepView {
  const radius = 6_371_000;
  const list = (of: (i: number) => number) => Float32Array.from({ length: 256 }, (_, i) => of(i));
  const angle = (i: number) => (eastM + (i + 0.5) * pixelM) / (0.8 * radius);
  return {
    sin: list((x) => Math.sin(angle(x))),
    versine: list((x) => 1 - Math.cos(angle(x))),
    across: list((y) => 0.8 * radius + y * 3),
    up: list((y) => northM - (y + 0.5) * pixelM),
    down: list(() => 0.5 * radius),
    half: list((y) => pixelM / 2 + y / 100),
    rowFrom: 3,
    rowTo: 250,
  };
}

describe('sweep', () => {
  for (const [pixelM, eastM, northM] of [
    [60, -7_000, 9_000],
    [240, -20_000, 100_000],
    [480, -60_000, 60_000],
    [480, -130_000, -10_000],
    [4_000, -510_000, 500_000],
    [60_000, -7_000_000, 7_000_000],
  ]) {
    it(`is drawn like in its twin on pixels of ${pixelM} m`, () => {
      for (const sweep of [sweepOf(720, 1832, 250, 1), sweepOf(367, 230, 1000, 2)]) {
        const space = new Workspace();
        const parts = space.layOut(sweepSizes(sweep));
        putSweep(space, sweep, parts);
        space.octets(parts.tile).fill(9);
        const view = viewOf(pixelM, eastM, northM);
        const tile = sweepTile(space, sweep, view, parts)!;
        let seen = 0;
        for (let i = 0; i < tile.length; i++) {
          const rank = rankOf(sweep, view, i % 256, i >> 8);
          if (rank > 0) seen++;
          if (tile[i] !== rank) expect.fail(`pixel ${i % 256}, ${i >> 8} has the rank ${tile[i]}, not ${rank}`);
        }
        expect(seen).to.be.greaterThan(pixelM > 10_000 ? 10 : 1000);
      }
    });
  }

  it('returns undefined if no pixel has a rank', () => {
    const sweep = { ...sweepOf(360, 100, 1000, 3), ranks: new Uint8Array(36_000) };
    const space = new Workspace();
    const parts = space.layOut(sweepSizes(sweep));
    putSweep(space, sweep, parts);
    expect(sweepTile(space, sweep, viewOf(500, -60_000, 60_000), parts)).to.equal(undefined);
  });
});
