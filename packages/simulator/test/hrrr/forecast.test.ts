import { distanceM } from '@severe/geo';
import { expect } from 'chai';
import { forecastStorms } from '../../src/hrrr/forecast.ts';
import { hourMs } from '../../src/model/plane.ts';
import { stormModel } from '../../src/model/storms.ts';

const seed = 7;
const stormsAt = stormModel(seed);
const valid = Date.parse('2026-05-21T00:00:00Z');

/** Mean distance of the foreseen storms from the real ones, km, over the runs that begin so long before. */
function meanError(lead: number): number {
  const errors = Array.from({ length: 24 }, (_, i) => {
    const time = valid + i * hourMs;
    const real = new Map(stormsAt(time).cells.map((cell) => [cell.id, cell]));
    return forecastStorms(stormsAt, seed, time - lead * hourMs, time).cells.flatMap((cell) => {
      const there = real.get(cell.id);
      return there ? [distanceM(cell.position, there.position) / 1000] : [];
    });
  }).flat();
  return errors.reduce((a, b) => a + b) / errors.length;
}

describe('what a run foresees', () => {
  it('is near at first and goes astray with time, as forecasts do', () => {
    const errors = [0, 3, 9, 18].map(meanError);
    expect(errors[0]).to.be.within(1, 8);
    expect(errors).to.deep.equal(errors.toSorted((a, b) => a - b));
    expect(errors[3]).to.be.within(40, 220);
  });

  it('differs between runs, and is the same for repeated requests of a run', () => {
    const [one, again, other] = [valid - hourMs, valid - hourMs, valid - 2 * hourMs].map((run) =>
      forecastStorms(stormsAt, seed, run, valid),
    );
    expect(again).to.deep.equal(one);
    expect(other.cells[0].position).not.to.deep.equal(one.cells[0].position);
  });

  it('keeps a rotating storm and its mesocyclone together', () => {
    for (const cell of forecastStorms(stormsAt, seed, valid - 12 * hourMs, valid).cells) {
      expect(distanceM(cell.position, cell.mesocyclone)).to.be.below(1300 * cell.coreKm);
    }
  });
});
