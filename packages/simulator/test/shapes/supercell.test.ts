import { expect } from 'chai';
import type { StormCell } from '../../src/model/cell.ts';
import { cellShape, type Column } from '../../src/shapes/index.ts';

/** A mature storm that goes east under a wind from the west, so that left is north. */
const storm: StormCell = {
  id: 'test',
  kind: 'supercell',
  position: { lat: 35, lon: -98 },
  motion: { towardDeg: 90, speed: 15 },
  shearTowardDeg: 75,
  intensity: 1,
  phase: 'mature',
  ageMinutes: 120,
  coreKm: 8,
  peakDbz: 67,
  topKm: 16,
  rotation: 14,
  mesocyclone: { lat: 34.94, lon: -98.02 },
  textureSeed: 3,
};

type At = (east: number, north: number) => Column;

const sample = (cell: StormCell): At => {
  const shape = cellShape(cell, 1e12);
  return (east, north) => {
    const out = { base: 0, aloft: 0, top: 0 };
    shape.column(east, north, out);
    return out;
  };
};

/** Means over grains and a small square, so that a fact is one of the shape and not of its texture. */
const meanBase = (east: number, north: number, more: Partial<StormCell> = {}): number => {
  const values = Array.from({ length: 40 }, (_, i) => {
    const at = sample({ ...storm, ...more, textureSeed: 17.3 * i });
    return Math.max(-10, at(east + (i % 3) - 1, north + (i % 5) / 2 - 1).base);
  });
  return values.reduce((a, b) => a + b) / values.length;
};

describe('shapes/supercell', () => {
  it('is strongest in its core', () => {
    expect(meanBase(0, 1)).to.be.within(58, 70);
  });

  it('has a steeper gradient on the inflow side than on the other', () => {
    // The same 9 km from the core: rain to the left, almost nothing to the right front.
    expect(meanBase(8, 9) - meanBase(8, -9)).to.be.above(20);
  });

  it('has forward-flank echo downwind, and none at the same distance behind', () => {
    expect(meanBase(45, 14)).to.be.above(28);
    expect(meanBase(-45, -14)).to.be.below(0);
  });

  it('has a weak-echo notch between core and hook, which a storm without rotation lacks', () => {
    expect(meanBase(1.5, -6.2, { rotation: 0 }) - meanBase(1.5, -6.2)).to.be.above(8);
  });

  it('wraps a hook around the mesocyclone on the right rear, which a storm without rotation lacks', () => {
    // Behind and to the right of the mesocyclone, where the core has ended.
    expect(meanBase(-3.5, -11.5) - meanBase(-3.5, -11.5, { rotation: 0 })).to.be.above(12);
  });

  it('is mirrored as a left mover: the steep side is to the left', () => {
    const left = { kind: 'left-mover', rotation: 0, shearTowardDeg: 105 } as const;
    expect(meanBase(8, -9, left) - meanBase(8, 9, left)).to.be.above(20);
  });

  it('hides the notch aloft, where the core overhangs it', () => {
    const at = sample(storm);
    const { base, aloft } = at(1, -5.5);
    expect(aloft - base).to.be.above(8);
  });

  it('is tallest over the core, and its anvil is lower', () => {
    const at = sample(storm);
    expect(at(1, 0).top).to.be.within(15.5, 16.01);
    expect(at(40, 12).top).to.be.within(6, 13.5);
  });

  it('ends within the reach that it declares', () => {
    const shape = cellShape(storm, 1e12);
    const out = { base: 0, aloft: 0, top: 0 };
    const { west, east, south, north } = shape.reach;
    for (let k = 0; k <= 1; k += 0.01) {
      const edge = [
        [-west + k * (west + east), north],
        [-west + k * (west + east), -south],
        [-west, -south + k * (north + south)],
        [east, -south + k * (north + south)],
      ];
      for (const [x, y] of edge) {
        shape.column(x, y, out);
        expect(Math.max(out.base, out.aloft), `${x} ${y}`).to.be.below(5);
      }
    }
  });
});
