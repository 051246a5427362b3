import { models } from '@severe/catalogue';
import { expect } from 'chai';
import { modelRunOf, modelRunsOf } from '../../src/forecast/runs.ts';
import { FrameIndex } from '../../src/frame-index.ts';
import { frameRow } from '../support/frames.ts';

const at = (hour: number): Date => new Date(Date.UTC(2026, 4, 20, hour));
const frame = (run: number, valid: number, product = 't2m') =>
  frameRow({ family: 'hrrr', product, runAt: at(run), validAt: at(valid) });

describe('forecast/runs', () => {
  it('groups again only after the index has changed', () => {
    const index = new FrameIndex();
    for (const valid of [9, 10]) index.add(frame(9, valid));
    const before = modelRunsOf(index, models.hrrr);
    expect(before).to.have.length(1);
    expect(modelRunsOf(index, models.hrrr)).to.equal(before);
    index.add(frame(10, 10));
    expect(modelRunsOf(index, models.hrrr)).to.have.length(2);
  });

  it('chooses the run again when the index or the hour changes', () => {
    const index = new FrameIndex();
    const chosen = (hour: number) => modelRunOf(index, models.hrrr, at(hour))?.runAt;
    expect(chosen(9)).to.equal(undefined);
    for (const valid of [8, 9, 10]) index.add(frame(8, valid));
    expect(chosen(9)).to.deep.equal(at(8));
    for (const valid of [9, 10, 11]) index.add(frame(9, valid));
    expect(chosen(9)).to.deep.equal(at(9));
    expect(chosen(8)).to.deep.equal(at(8));
  });
});
