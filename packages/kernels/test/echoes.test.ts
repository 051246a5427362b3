import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  addEquations,
  averageBlocks,
  borrow,
  classesSize,
  compose,
  equationsSizes,
  giveBack,
  meanBlocks,
  meansOfThree,
  meansOfThreeSize,
  pairsSize,
  pairUp,
  percentages,
  putFrame,
  putSamples,
  shareBlocks,
  stepBack,
  sumsOf,
  type Part,
} from '../src/index.ts';
import { meansLineSize, meansWithin } from '../src/blur.ts';
import { seeded } from '@severe/testing/seeded';
import * as twin from './twins/echoes.ts';

const shape = fc.record({
  width: fc.integer({ min: 1, max: 40 }),
  height: fc.integer({ min: 1, max: 25 }),
  seed: fc.nat(1000),
});

const numbers = (count: number, random: () => number, most = 1): Float32Array =>
  Float32Array.from({ length: count }, () => random() * most);

/** Echoes in a few patches, and none in between. */
function patches(width: number, height: number, random: () => number): Float32Array {
  const values = new Float32Array(width * height);
  for (let patch = 0; patch < 2; patch++) {
    const [left, top] = [Math.floor(random() * width), Math.floor(random() * height)];
    for (let row = top; row < Math.min(top + 5, height); row++)
      for (let column = left; column < Math.min(left + 6, width); column++)
        values[row * width + column] = random() * 30;
  }
  return values;
}

function expectClose(made: ArrayLike<number>, needed: ArrayLike<number>, most = 1e-4): void {
  expect(made.length).to.equal(needed.length);
  for (let i = 0; i < made.length; i++) expect(made[i], `cell ${i}`).to.be.closeTo(needed[i], most);
}

function meansOf({ values, ...size }: twin.Plane, radius: number, passes: number): Float32Array {
  const space = borrow();
  const parts = space.layOut({ plane: 4 * values.length, line: meansLineSize(size, radius) });
  space.floats(parts.plane).set(values);
  meansWithin(space, parts.plane, size, { radius, passes }, parts.line);
  const means = space.floats(parts.plane).slice();
  giveBack(space);
  return means;
}

function averagesOf({ width, height, values }: twin.Plane, factor: number): Float32Array {
  const cells = Math.ceil(width / factor) * Math.ceil(height / factor);
  const space = borrow();
  const parts = space.layOut({ plane: values.byteLength, line: 4 * width, means: 4 * cells });
  space.floats(parts.plane).set(values);
  averageBlocks(space, { ...parts.plane, width, height }, factor, parts.line, parts.means);
  const means = space.floats(parts.means).slice();
  giveBack(space);
  return means;
}

describe('echo kernels', () => {
  it('take means within a radius like their twin, with nothing beyond the edge', () => {
    fc.assert(
      fc.property(shape, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 3 }), (size, radius, passes) => {
        const plane = { ...size, values: numbers(size.width * size.height, seeded(size.seed)) };
        const needed = twin.meansWithin(plane, radius, passes);
        expectClose(meansOf(plane, radius, passes), needed);
      }),
    );
  });

  it('take means within a radius around every patch of a wide plane', () => {
    const wide = fc.record({
      width: fc.integer({ min: 60, max: 260 }),
      height: fc.integer({ min: 20, max: 90 }),
      seed: fc.nat(1000),
    });
    fc.assert(
      fc.property(wide, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 3 }), (size, radius, passes) => {
        const values = patches(size.width, size.height, seeded(size.seed));
        expectClose(
          meansOf({ ...size, values }, radius, passes),
          twin.meansWithin({ ...size, values }, radius, passes),
        );
      }),
      { numRuns: 15 },
    );
  });

  it('take means of three like their twin, with what is at the edge beyond it', () => {
    fc.assert(
      fc.property(shape, fc.double({ min: 0.01, max: 0.33, noNaN: true }), (size, side) => {
        const values = numbers(size.width * size.height, seeded(size.seed));
        const space = borrow();
        const parts = space.layOut({ plane: values.byteLength, line: meansOfThreeSize(size.width) });
        space.floats(parts.plane).set(values);
        meansOfThree(space, parts.plane, size, side, parts.line);
        expectClose(space.floats(parts.plane), twin.meansOfThree({ ...size, values }, side));
        giveBack(space);
      }),
    );
  });

  it('give whole percent, and a code where too little is known', () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(1000), (count, seed) => {
        const random = seeded(seed);
        const known = numbers(count, random);
        const shares = known.map((whole) => whole * random() * 1.1);
        const space = borrow();
        const parts = space.layOut({ shares: 4 * count, known: 4 * count, codes: 2 * count });
        space.floats(parts.shares).set(shares);
        space.floats(parts.known).set(known);
        percentages(space, parts.shares, parts.known, { least: 0.5, unknown: 255 }, parts.codes);
        const needed = known.map((whole, i) =>
          whole < 0.5 ? 255 : Math.floor(Math.min(1, shares[i] / whole) * 100 + 0.5),
        );
        expectClose(space.shorts(parts.codes), needed, 1); // one of rounding is none
        giveBack(space);
      }),
    );
  });

  it('average and share out blocks like their twins, also at the edges', () => {
    fc.assert(
      fc.property(shape, fc.integer({ min: 1, max: 7 }), ({ width, height, seed }, factor) => {
        const random = seeded(seed);
        const plane = { width, height, values: numbers(width * height, random) };
        expectClose(averagesOf(plane, factor), twin.averageBlocks(plane, factor));

        const packed = Uint16Array.from(plane.values, () => Math.floor(random() * 9));
        const classes = Uint32Array.from({ length: 0x10000 }, (_, code) => (code * 5) % 8);
        const cells = Math.ceil(width / factor) * Math.ceil(height / factor);
        const space = borrow();
        const parts = space.layOut({ codes: packed.byteLength, table: classesSize, planes: 12 * cells });
        space.shorts(parts.codes).set(packed);
        space.octets(parts.planes).fill(0);
        shareBlocks(space, { ...parts.codes, width, height }, factor, { classes, table: parts.table }, parts.planes);
        const needed = [0, 1, 2].flatMap((bit) => {
          const isIn = { width, height, values: Float32Array.from(packed, (code) => (classes[code] >> bit) & 1) };
          return [...twin.sumBlocks(isIn, factor)].map((sum) => sum / factor ** 2);
        });
        expectClose(space.floats(parts.planes), needed);
        giveBack(space);
      }),
    );
  });

  it('take means of the values of codes above a value, and the share of cells that have one', () => {
    fc.assert(
      fc.property(shape, fc.constantFrom(1, 2, 3, 4, 8), ({ width, height, seed }, factor) => {
        const random = seeded(seed);
        let code = 0;
        const packed = Uint16Array.from({ length: width * height }, () => {
          if (random() < 0.15) code = Math.floor(random() * 6);
          return code;
        });
        const values = new Float32Array(0x10000).fill(NaN);
        values.set([NaN, 0, 10, 20, 70]); // the last of the codes has no value either
        const { means, shares } = meanBlocks({ width, height, packed }, factor, values, { least: 5, most: 40 });
        const sums = (of: (value: number) => number) =>
          twin.sumBlocks({ width, height, values: Float32Array.from(packed, (each) => of(values[each])) }, factor);
        const counts = sums((value) => (Number.isNaN(value) ? 0 : 1));
        const all = sums(() => 1);
        const above = sums((value) => (Number.isNaN(value) ? 0 : value)).map((sum, i) =>
          Math.min(Math.max(sum / Math.max(counts[i], 1) - 5, 0), 40),
        );
        expectClose(means, above);
        expectClose(
          shares,
          counts.map((count, i) => count / all[i]),
        );
      }),
    );
  });

  it('follow a motion backwards like their twin, also beyond the edge', () => {
    fc.assert(
      fc.property(shape, fc.integer({ min: 1, max: 5 }), ({ width, height, seed }, factor) => {
        const random = seeded(seed);
        const planes = [9, 5, 30, 30].map((most) => numbers(width * height, random, most).map((one) => one - most / 2));
        const grid = { width, height, factor };
        const space = borrow();
        const [bytes, pairs] = [4 * width * height, pairsSize(grid)];
        const sizes = {
          one: bytes,
          other: bytes,
          motion: pairs,
          origins: pairs,
          step: pairs,
          pairs,
          x: bytes,
          y: bytes,
        };
        const parts = space.layOut(sizes);
        const put = (first: Float32Array, second: Float32Array, into: Part): void => {
          space.floats(parts.one).set(first);
          space.floats(parts.other).set(second);
          pairUp(space, parts.one, parts.other, width * height, into);
        };
        put(planes[0], planes[1], parts.motion);
        put(planes[2], planes[3], parts.origins);
        put(planes[3], planes[2], parts.step);
        stepBack(space, grid, 4, parts.motion, parts.origins);
        const moved = twin.stepBack(planes, grid, 4);
        const split = (part: Part, i: number) =>
          space.floats({ ...part, length: 2 * bytes }).filter((_, at) => at % 2 === i);
        for (const [i, needed] of moved.entries()) expectClose(split(parts.origins, i), needed, 1e-3);

        compose(space, grid, { step: parts.step, behind: parts.origins }, parts);
        const composed = twin.compose([planes[3], planes[2]], moved, grid);
        for (const [i, needed] of composed.entries()) {
          expectClose(split(parts.pairs, i), needed, 1e-2);
          expectClose(space.floats(i === 0 ? parts.x : parts.y), needed, 1e-2);
        }
        giveBack(space);
      }),
    );
  });

  it('add the equations of motion of smoothed frames like their twin', () => {
    fc.assert(
      fc.property(shape, fc.integer({ min: 1, max: 4 }), fc.constantFrom(0, 0.002, 0.05), (size, thinning, unknown) => {
        const { seed, ...frame } = size;
        const { width, height } = frame;
        const random = seeded(seed);
        const frames = [0, 1, 2].map(() => ({
          echo: patches(width, height, random),
          known: numbers(width * height, random).map((share) => (share < unknown ? 0.5 : 1)),
        }));
        const solved = { width: Math.ceil(width / thinning), height: Math.ceil(height / thinning) };
        const motion = { width: 3, height: 2, u: numbers(6, random, 2), v: numbers(6, random, 2) };
        const samples = (cells: number, count: number) => {
          const at = Float64Array.from({ length: cells }, (_, i) => ((i + 0.5) / cells) * (count - 1));
          const before = Int32Array.from(at, Math.floor);
          return { before, after: before.map((node) => node + 1), share: at.map((place, i) => place - before[i]) };
        };
        const [columns, rows] = [samples(width, motion.width), samples(height, motion.height)];
        const numbersOf = { minutes: 5, factor: 2, mostDifference: 12, thinning };
        const means = { radius: 1, passes: 3 };
        const space = borrow();
        const parts = space.layOut(equationsSizes(frame, 3, [motion], [solved], { solved: 2, frame: means.radius }));
        for (const [i, each] of frames.entries()) putFrame(space, i, frame, { ...each, means }, parts);
        const smoothed = frames.map(({ echo, known }) => ({
          echo: Float32Array.from(twin.meansWithin({ ...frame, values: echo }, means.radius, means.passes)),
          known,
        }));
        putSamples(space, parts.columns, columns);
        putSamples(space, parts.rows, rows);
        space.floats(parts.u).set(motion.u);
        space.floats(parts.v).set(motion.v);
        space.octets(parts.sums).fill(0);
        addEquations(space, { ...numbersOf, frame, motion, solved, earlier: 2 }, parts);
        const needed = twin.equations(
          frame,
          smoothed[0],
          smoothed[2],
          { ...motion, columns, rows },
          { ...numbersOf, solved },
        );
        const sums = sumsOf(parts.sums, solved).flatMap((plane) => [...space.floats(plane)]);
        expectClose(sums, needed, 0.1); // sums of numbers up to some thousands
        giveBack(space);
      }),
    );
  });
});
