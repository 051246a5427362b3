import { borrow, giveBack, spreadLargest as byKernel, spreadSizes } from '@severe/kernels';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { spansOf } from '../../src/warp/spans.ts';
import { occupancyOf } from '../../src/warp/occupancy.ts';
import { spreadLargest } from '../../src/warp/spread.ts';
import { seeded } from '@severe/testing/seeded';

const side = 256;

/** 256 pixels along an axis, each so many cells wide, from a place that may be before the first cell. */
function axis(start: number, scale: number, cells: number) {
  const edges = Float64Array.from({ length: side + 1 }, (_, i) => start + i * scale);
  const centres = Float64Array.from({ length: side }, (_, i) => start + (i + 0.5) * scale);
  return spansOf(edges, centres, cells);
}

const place = fc.record({
  width: fc.integer({ min: 1, max: 600 }),
  height: fc.integer({ min: 1, max: 200 }),
  start: fc.double({ min: -60, max: 60, noNaN: true }),
  across: fc.constantFrom(0.05, 0.55, 1, 1.1, 1.9, 2.2, 2.9, 4.4),
  down: fc.constantFrom(0.1, 0.7, 1.3, 2.6, 5),
  seed: fc.nat(1000),
});

describe('warp/spread', () => {
  it('is the same in TypeScript and in the kernel, at every size of pixel and over every edge', () => {
    fc.assert(
      fc.property(place, ({ width, height, start, across, down, seed }) => {
        const random = seeded(seed);
        const codes = Uint8Array.from({ length: width * height }, () =>
          random() < 0.2 ? Math.ceil(random() * 20) : 0,
        );
        const [columns, rows] = [axis(start, across, width), axis(-start / 3, down, height)];
        fc.pre(columns.from < columns.to && rows.from < rows.to);

        const needed = new Uint8Array(side * side);
        const marks = new Uint8Array(Math.ceil(codes.length / 64)).fill(1);
        const grid = { codes, width, columns, rows };
        spreadLargest(grid, occupancyOf({ marks }, width, height), needed, 0, side, new Uint8Array(width));

        const space = borrow();
        const { cells, ...room } = space.layOut({ cells: codes.length, ...spreadSizes(width) });
        space.octets(room.block).fill(99);
        space.octets(cells).set(codes);
        const found = byKernel(space, cells, width, columns, rows, room);
        expect(Buffer.compare(found, needed)).to.equal(0);
        giveBack(space);
      }),
      { numRuns: 200 },
    );
  });
});
