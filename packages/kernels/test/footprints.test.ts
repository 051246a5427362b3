import { expect } from 'chai';
import { footprintsSizes, takeFootprints, viewLattice, Workspace, type ViewScale } from '../src/index.ts';
import { seeded } from '@severe/testing/seeded';
import { cellsOf, viewLattice as twin } from './twins/footprints.ts';

const scale: ViewScale = { distance: 6.61, sweep: 'x', columnBy: 17_857, column0: 900, rowBy: 17_857, row0: 2_290 };

/** Longitudes and latitudes from −100° to 100°; some are out of sight. */
function tablesOf(count: number) {
  const angles = Float64Array.from({ length: count }, (_, i) => ((i * 200) / (count - 1) - 100) * (Math.PI / 180));
  const [sin, cos] = [angles.map(Math.sin), angles.map(Math.cos)];
  return { sin, cos, p: cos.map(Math.abs), q: sin };
}

describe('footprints', () => {
  for (const sweep of ['x', 'y'] as const) {
    for (const count of [256, 257]) {
      it(`places ${count} × ${count} points like its twin, with sweep axis ${sweep}`, () => {
        const space = new Workspace();
        const { viewTables, cornerColumns, cornerRows } = space.layOut(footprintsSizes);
        const tables = tablesOf(count);
        viewLattice(space, tables, { ...scale, sweep }, viewTables, cornerColumns, cornerRows);
        const { columns, rows } = twin(tables, { ...scale, sweep });
        const made = [cornerColumns, cornerRows].map((part) => space.doubles(part).subarray(0, count * count));
        expect(columns.filter(Number.isNaN)).to.have.length.within(1000, 30_000);
        expect(Buffer.compare(Buffer.from(Float64Array.from(columns).buffer), bytesOf(made[0]))).to.equal(0);
        expect(Buffer.compare(Buffer.from(Float64Array.from(rows).buffer), bytesOf(made[1]))).to.equal(0);
      });
    }
  }

  it('finds the same cells as its twin: small, large and split pixels, and outside of the grid', () => {
    const random = seeded(5);
    const space = new Workspace();
    const parts = space.layOut(footprintsSizes);
    const size = { width: 60, height: 45 };
    const fill = (corners: Float64Array, centres: Float64Array) => {
      for (let i = 0; i < 257 * 257; i++) corners[i] = random() < 0.02 ? NaN : 30 + (random() - 0.5) * 4 ** (i % 5);
      for (let i = 0; i < 256 * 256; i++) centres[i] = random() < 0.02 ? NaN : 30 + (random() - 0.5) * 4 ** (i % 5);
    };
    const axes = [
      { corners: parts.cornerColumns, centres: parts.centreColumns, size: size.width },
      { corners: parts.cornerRows, centres: parts.centreRows, size: size.height },
    ].map(({ corners, centres, size }) => ({ corners: space.doubles(corners), centres: space.doubles(centres), size }));
    for (const { corners, centres } of axes) fill(corners, centres);
    const { firstColumn, lastColumn, firstRow, lastRow } = takeFootprints(space, parts, size, 1e-9);
    const kinds = { none: 0, one: 0, several: 0 };
    const lists = [[firstColumn, lastColumn] as const, [firstRow, lastRow] as const];
    axes.forEach(({ corners, centres, size }, axis) => {
      for (let i = 0; i < 256 * 256; i++) {
        const nw = Math.floor(i / 256) * 257 + (i % 256);
        const [first, last] = cellsOf([0, 1, 257, 258].map((k) => corners[nw + k]), centres[i], size, 1e-9); // prettier-ignore
        kinds[first > last ? 'none' : first === last ? 'one' : 'several']++;
        const [firsts, lasts] = lists[axis];
        if (firsts[i] !== first || lasts[i] !== last) {
          expect.fail(`pixel ${i} takes ${firsts[i]} to ${lasts[i]}, not ${first} to ${last}`);
        }
      }
    });
    for (const count of Object.values(kinds)) expect(count).to.be.greaterThan(1000);
  });
});

function bytesOf(list: Float64Array): Uint8Array {
  return new Uint8Array(list.buffer, list.byteOffset, list.byteLength);
}
