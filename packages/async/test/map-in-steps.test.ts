import { expect } from 'chai';
import { mapInSteps } from '../src/map-in-steps.ts';

describe('async/map-in-steps', () => {
  it('maps all in their order, and lets others run between', async () => {
    let others = 0;
    let isOver = false;
    const other = (): void => {
      if (isOver) return;
      others++;
      setImmediate(other);
    };
    setImmediate(other);
    const made = await mapInSteps(
      Array.from({ length: 501 }, (_, i) => i),
      (item) => item * 2,
    );
    isOver = true;
    expect(made).to.deep.equal(Array.from({ length: 501 }, (_, i) => i * 2));
    expect(others).to.be.at.least(9);
  });
});
