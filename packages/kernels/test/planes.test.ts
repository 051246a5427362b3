import { inflateSync } from 'node:zlib';
import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  borrow,
  deflateBox,
  giveBack,
  halveBox,
  isConstant,
  planesSizes,
  putAbsentOfGreatest,
  type halvingRules,
} from '../src/index.ts';
import { seeded } from '@severe/testing/seeded';

type Rule = keyof typeof halvingRules;

const rules: Rule[] = ['best', 'mean', 'mean of present', 'greatest'];

const shape = fc.record({
  width: fc.integer({ min: 1, max: 70 }),
  height: fc.integer({ min: 1, max: 20 }),
  seed: fc.nat(1000),
  rule: fc.constantFrom(...rules),
});

/** Codes below 3 have negative worth; the others are in a shuffled order, but for the greatest. */
const worthOf = (code: number, rule: Rule) => (code < 3 ? code - 10 : rule === 'greatest' ? code : (code * 7) % 5);

const worths = new Map(
  rules.map((rule) => [rule, Float64Array.from({ length: 65_536 }, (_, code) => worthOf(code, rule))]),
);

/** Cells in runs of equal values. */
function cellsOf(width: number, height: number, seed: number): Uint16Array {
  const random = seeded(seed);
  const cells = new Uint16Array(width * height);
  let code = 0;
  for (let i = 0; i < cells.length; i++) {
    if (random() < 0.1) code = Math.floor(random() * 12);
    cells[i] = i >= 2 * width && random() < 0.7 ? cells[i - width] : code;
  }
  return cells;
}

/** The cell of the plane at half size. */
function halved(four: number[], rule: Rule): number {
  const present = rule === 'mean' ? four : four.filter((code) => worthOf(code, rule) >= 0);
  if (rule === 'best' || rule === 'greatest' || present.length === 0)
    return four.reduce((a, b) => (worthOf(b, rule) > worthOf(a, rule) ? b : a));
  return Math.round(present.reduce((a, b) => a + b, 0) / present.length);
}

describe('planes', () => {
  it('are halved by each rule like in their twin, including odd edges', () => {
    fc.assert(
      fc.property(shape, ({ width, height, seed, rule }) => {
        const cells = cellsOf(width, height, seed);
        const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
        const space = borrow();
        const parts = space.layOut({ from: 2 * cells.length, to: 2 * half.width * half.height, ...planesSizes });
        space.shorts(parts.from).set(cells);
        space.doubles(parts.worth).set(worths.get(rule)!);
        putAbsentOfGreatest(space, parts.absent, [0, 1, 2]);
        const [plane, into] = [
          { ...parts.from, width, height },
          { ...parts.to, ...half },
        ];
        halveBox(space, plane, into, { top: 0, left: 0, right: half.width, bottom: half.height }, parts, rule);
        const needed = Array.from({ length: half.width * half.height }, (_, i) => {
          const [x, y] = [2 * (i % half.width), 2 * Math.floor(i / half.width)];
          const [east, south] = [Math.min(x + 1, width - 1), Math.min(y + 1, height - 1)];
          const at = [y * width + x, y * width + east, south * width + x, south * width + east];
          return halved(at.map((i) => cells[i]), rule); // prettier-ignore
        });
        expect([...space.shorts(parts.to)]).to.deep.equal(needed);
        giveBack(space);
      }),
      { numRuns: 400 },
    );
  });

  it('detect boxes with a single code', () => {
    const space = borrow();
    const { part } = space.layOut({ part: 2 * 40 * 10 });
    const plane = { ...part, width: 40, height: 10 };
    space.shorts(part).fill(5);
    const box = { top: 2, bottom: 7, left: 3, right: 32 };
    expect(isConstant(space, plane, box)).to.equal(true);
    for (const [column, row, inside] of [
      [3, 2, true],
      [31, 6, true],
      [20, 4, true],
      [2, 2, false],
      [32, 6, false],
      [3, 7, false],
    ] as const) {
      // prettier-ignore
      space.shorts(part)[row * 40 + column] = 6;
      expect(isConstant(space, plane, box), `${column}, ${row}`).to.equal(!inside);
      space.shorts(part)[row * 40 + column] = 5;
    }
    giveBack(space);
  });

  it('compress a box to a block of cells or differences, padded with the first cell', () => {
    const space = borrow();
    const cells = cellsOf(300, 270, 4);
    const { part, ...room } = space.layOut({ part: cells.byteLength, ...planesSizes });
    space.shorts(part).set(cells);
    for (const { side, ...box } of [
      { side: 256, top: 0, bottom: 256, left: 0, right: 256 },
      { side: 256, top: 256, bottom: 270, left: 256, right: 300 },
      { side: 64, top: 64, bottom: 128, left: 192, right: 256 },
      { side: 64, top: 256, bottom: 270, left: 256, right: 300 },
    ]) {
      for (const differences of [false, true]) {
        const plane = { ...part, width: 300, height: 270 };
        const bytes = inflateSync(deflateBox(space, plane, box, { side, differences }, room));
        const block = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
        if (differences) for (let i = 0; i < block.length; i++) if (i % side > 0) block[i] += block[i - 1];
        const needed = Uint16Array.from({ length: side * side }, (_, i) => {
          const [row, column] = [box.top + Math.floor(i / side), box.left + (i % side)];
          return cells[row < box.bottom && column < box.right ? row * 300 + column : box.top * 300 + box.left];
        });
        expect(Buffer.compare(Buffer.from(block), Buffer.from(needed))).to.equal(0);
      }
    }
    giveBack(space);
  });
});
