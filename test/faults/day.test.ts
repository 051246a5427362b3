import { expect } from 'chai';
import { compare } from '../../scripts/faults/day/compare.ts';

/** `npm run test:faults -- day` compares a simulated day. */
describe('the comparison of a simulated day', () => {
  const period = { from: 0, to: 100, seenAfterMs: 10 };

  it('finds what is lost and what is stored twice', () => {
    const issued = ['a', 'b', 'c'].map((name) => ({ name, from: 20 }));
    const stored = ['a', 'b', 'b'].map((name) => ({ name }));
    expect(compare(issued, stored, period)).to.deep.equal({ issued: 3, stored: 2, lost: ['c'], doubled: ['b'] });
  });

  it('finds messages about one thing that are stored as two', () => {
    const issued = ['a1', 'a2', 'b1'].map((name) => ({ name, about: name[0], from: 20 }));
    const stored = [['a1', '7'], ['a2', '8'], ['b1', '9']].map(([name, about]) => ({ name, about })); // prettier-ignore
    expect(compare(issued, stored, period).doubled).to.deep.equal(['a']);
  });

  it('does not expect what no feed can have seen', () => {
    const times = [
      { from: 95 }, // issued at the end
      { from: 20, until: 25 }, // listed for a moment
      { from: -50, until: 0 }, // gone before
    ];
    const issued = times.map((time, i) => ({ name: String(i), ...time }));
    expect(compare(issued, [], period).lost).to.deep.equal([]);
    expect(compare(issued, [{ name: 'of another time' }], period)).to.include({ stored: 0 });
  });
});
