import { expect } from 'chai';
import { coarsenEcho, coarseningOf, estimateMotion, type EchoFrame } from '../src/index.ts';

const [width, height] = [240, 200];

interface Storm {
  x: number;
  y: number;
  /** Cells a minute. */
  u: number;
  v: number;
}

/** A group of showers of different sizes around each storm, at a minute. */
function frameOf(
  storms: readonly Storm[],
  minutes: number,
  isObserved = (_x: number, _y: number): boolean => true,
): EchoFrame {
  const showers = storms.flatMap(({ x, y, u, v }, storm) =>
    Array.from({ length: 9 }, (_, i) => ({
      x: x + u * minutes + ((i * 37 + storm * 11) % 41) - 20,
      y: y + v * minutes + ((i * 23 + storm * 7) % 33) - 16,
      size: 3 + (i % 4),
      rate: 4 + 3 * i,
    })),
  );
  const rateAt = (x: number, y: number): number =>
    showers.reduce((sum, each) => {
      const distance = ((x - each.x) ** 2 + (y - each.y) ** 2) / each.size ** 2;
      return distance < 30 ? sum + each.rate * Math.exp(-distance / 2) : sum;
    }, 0);
  const rates = Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)];
    return isObserved(x, y) ? rateAt(x, y) : NaN;
  });
  return coarsenEcho(
    { width, height, packed: Int32Array.from(rates.keys()) },
    { factor: 1, scale: 'amount', minutes },
    (i) => rates[i],
  );
}

const ages = [0, -5, -10];
const motionOf = (storms: readonly Storm[], isObserved?: (x: number, y: number) => boolean) =>
  estimateMotion(
    ages.map((minutes) => frameOf(storms, minutes, isObserved)),
    1,
  );

/** The velocity at a cell of the frames. */
function at({ u, v, factor }: ReturnType<typeof estimateMotion>, x: number, y: number): [u: number, v: number] {
  const index = Math.floor(y / factor) * u.width + Math.floor(x / factor);
  return [u.values[index], v.values[index]];
}

describe('motion', () => {
  it('is that of the echoes', () => {
    const storms = [{ x: 110, y: 100, u: 0.9, v: -0.4 }];
    const [u, v] = at(motionOf(storms), 110, 100);
    expect(u).to.be.closeTo(0.9, 0.05);
    expect(v).to.be.closeTo(-0.4, 0.05);
  });

  it('differs between groups of storms, and goes on where there is none', () => {
    const storms = [
      { x: 60, y: 100, u: 0.8, v: 0 },
      { x: 185, y: 100, u: 0, v: 0.6 },
    ];
    const motion = motionOf(storms);
    const [west, east] = [at(motion, 60, 100), at(motion, 185, 100)];
    expect(west[0]).to.be.closeTo(0.8, 0.15);
    expect(east[1]).to.be.closeTo(0.6, 0.15);
    const [u, v] = at(motion, 20, 20);
    expect(Math.hypot(u, v)).to.be.within(0.2, 1.2);
  });

  it('ignores the edge of the coverage, which does not move', () => {
    const storms = [{ x: 110, y: 100, u: 0.9, v: -0.4 }];
    const [u, v] = at(
      motionOf(storms, (x) => x < 118),
      100,
      100,
    );
    expect(u).to.be.closeTo(0.9, 0.12);
    expect(v).to.be.closeTo(-0.4, 0.12);
  });

  for (const [what, isObserved] of [
    ['has grown', (minutes: number, x: number) => minutes > -5 || x < 118],
    ['has shrunk', (minutes: number, x: number) => minutes < -5 || x < 118],
    ['moves the other way', (minutes: number, x: number) => x < 118 - 2 * minutes],
    ['misses a radar in one of the frames', (minutes: number, x: number) => minutes !== -5 || Math.abs(x - 118) > 12],
    ['misses all radars in one of the frames', (minutes: number) => minutes !== -5],
  ] as const)
    it(`is that of the echoes that are seen again, where the coverage ${what}`, () => {
      const frames = ages.map((minutes) =>
        frameOf([{ x: 110, y: 100, u: 0.9, v: -0.4 }], minutes, (x) => isObserved(minutes, x)),
      );
      const [u, v] = at(estimateMotion(frames, 1), 100, 100);
      expect(u).to.be.closeTo(0.9, 0.12);
      expect(v).to.be.closeTo(-0.4, 0.12);
    });

  it('is none without an echo, and finite everywhere', () => {
    const { u, v } = motionOf([]);
    expect([...u.values, ...v.values].every((value) => value === 0)).to.equal(true);
    const lone = motionOf([{ x: 5, y: 5, u: 1, v: 1 }]);
    expect([...lone.u.values, ...lone.v.values].every(Number.isFinite)).to.equal(true);
  });
});

describe('echo', () => {
  it('is the mean of the observed cells of a block, in dB above the weakest', () => {
    const values = [1, 3, NaN, NaN];
    const { echo, known } = coarsenEcho(
      { width: 2, height: 2, packed: Uint16Array.of(0, 1, 2, 3) },
      { factor: 2, scale: 'amount', minutes: 0 },
      (i) => values[i],
    );
    expect(echo.values[0]).to.be.closeTo(10 * Math.log10(2 / 0.1), 1e-4);
    expect(known.values[0]).to.equal(0.5);
    const dry = coarsenEcho(
      { width: 2, height: 1, packed: Uint16Array.of(0, 1) },
      { factor: 1, scale: 'decibel', minutes: 0 },
      (i) => [-Infinity, 45][i],
    );
    expect([...dry.echo.values]).to.deep.equal([0, 40]);
  });

  it('is coarsened until a grid has at most 1.6 million cells', () => {
    expect([coarseningOf(7000, 3500), coarseningOf(700, 700), coarseningOf(1, 1)]).to.deep.equal([4, 1, 1]);
  });
});
