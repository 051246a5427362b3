import { expect } from 'chai';
import { temperature } from '../../src/hrrr/fields.ts';
import { openHour } from '../../src/hrrr/model-hour.ts';
import { modelGrid } from '../../src/hrrr/grid.ts';
import { minuteMs } from '../../src/model/plane.ts';
import { stormModel } from '../../src/model/storms.ts';
import type { Scene } from '../../src/scene.ts';

const seed = 7;
const run = Date.parse('2026-05-20T21:00:00Z');

const isRain = (dbz: number): boolean => dbz > 5;

/** Cells of the model whose echo is such. */
function cellsWhere({ block, base }: Scene, isSuch: (dbz: number) => boolean): Set<number> {
  const cellOf = (i: number): number =>
    (block.row + Math.floor(i / block.width)) * modelGrid.width + block.column + (i % block.width);
  return new Set([...base.keys()].filter((i) => isSuch(base[i])).map(cellOf));
}

describe('cold pools of a model run', () => {
  it('outlive their rain by hours, and warm again', () => {
    const stormsAt = stormModel(seed);
    const [rainy, later] = [1, 3].map((lead) => openHour(stormsAt, seed, run, lead));
    const raining = [0, 15, 30, 45].map((minutes) => cellsWhere(later.scene(later.valid - minutes * minuteMs), isRain));
    const wet = [...cellsWhere(rainy.scene(rainy.valid), (dbz) => dbz >= 45)].filter(
      (i) => !raining.some((cells) => cells.has(i)),
    );
    expect(wet.length).to.be.above(10);

    const noStorms = { cells: [], lines: [], shields: [] };
    const cooling = [1, 3].map((lead) => {
      const kelvin = Float32Array.from(temperature(openHour(stormsAt, seed, run, lead)));
      const quiet = temperature(openHour(() => noStorms, seed, run, lead));
      return wet.reduce((sum, i) => sum + quiet[i] - kelvin[i], 0) / wet.length;
    });
    expect(cooling[0]).to.be.above(7);
    expect(cooling[1]).to.be.within(0.5, cooling[0] - 1);
  });
});
