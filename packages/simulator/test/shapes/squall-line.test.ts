import { expect } from 'chai';
import type { SquallLine } from '../../src/model/cell.ts';
import { leadingEdgeKm } from '../../src/model/leading-edge.ts';
import { squallLineShape } from '../../src/shapes/squall-line.ts';

/** Goes east, so that along it is north and behind it is west. */
const line: SquallLine = {
  id: 'test',
  position: { lat: 34, lon: -97 },
  motion: { towardDeg: 90, speed: 18 },
  intensity: 1,
  stratiform: 1,
  lengthKm: 320,
  bowKm: 40,
  stratiformKm: 120,
  textureSeed: 5,
};
const time = 1e12;

/** Mean echo so far behind the leading edge, over the middle of the line. */
function meanBehind(km: number, level: 'base' | 'aloft' | 'top'): number {
  const shape = squallLineShape(line, time);
  const out = { base: 0, aloft: 0, top: 0 };
  let sum = 0;
  for (let s = -40; s < 60; s++) {
    shape.column(leadingEdgeKm(line, s, time) - km, s, out);
    sum += Math.max(-10, out[level]);
  }
  return sum / 100;
}

describe('shapes/squall-line', () => {
  it('has a convective edge, a transition zone of weaker echo, and a stratiform maximum behind it', () => {
    expect(meanBehind(4, 'aloft')).to.be.above(48);
    expect(meanBehind(24, 'aloft')).to.be.below(meanBehind(48, 'aloft') - 3);
    expect(meanBehind(48, 'aloft')).to.be.within(28, 42);
  });

  it('is steep in front and gentle behind', () => {
    expect(meanBehind(-8, 'aloft')).to.be.below(5);
    expect(meanBehind(90, 'aloft')).to.be.within(5, 35);
  });

  it('is tall only along its edge', () => {
    expect(meanBehind(5, 'top')).to.be.above(12);
    expect(meanBehind(60, 'top')).to.be.within(6, 11);
  });

  it('bows: its ends trail behind its middle', () => {
    const mean = (from: number) =>
      Array.from({ length: 20 }, (_, i) => leadingEdgeKm(line, from + 2 * i, time)).reduce((a, b) => a + b) / 20;
    expect(mean(-40) - mean(120)).to.be.above(20);
    expect(mean(-40) - mean(-160)).to.be.above(12);
  });

  it('never has more echo at the lowest level than in the column', () => {
    const shape = squallLineShape(line, time);
    const out = { base: 0, aloft: 0, top: 0 };
    for (let i = 0; i < 2000; i++) {
      shape.column((i % 50) * 4 - 160, Math.floor(i / 50) * 8 - 160, out);
      expect(out.base).to.be.at.most(Math.max(out.aloft, 5));
    }
  });
});
