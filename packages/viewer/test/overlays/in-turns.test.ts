import { expect } from 'chai';
import { inTurns } from '../../src/overlays/in-turns.ts';

describe('viewer/overlays/in-turns', () => {
  it('puts the first of each kind before the second of any', () => {
    const items = ['flash 1', 'flash 2', 'flash 3', 'report 1', 'warning 1', 'warning 2'];
    expect(inTurns(items, (item) => item.split(' ')[0])).to.deep.equal([
      'flash 1',
      'report 1',
      'warning 1',
      'flash 2',
      'warning 2',
      'flash 3',
    ]);
  });
});
