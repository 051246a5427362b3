import { expect } from 'chai';
import { borrow, giveBack, handOver, ownerOf } from '../src/index.ts';

/** More than any workspace has, so that each of the pool fits, and the most that the pool keeps. */
const [anySize, most] = [2 ** 33, 8];

describe('pool', () => {
  // Other tests of the process have given workspaces back.
  beforeEach(() => void Array.from({ length: most }, () => borrow(anySize)));

  it('transfers a large result without a copy and reuses its memory only after it is given back', () => {
    const space = borrow();
    const { part } = space.layOut({ part: 1 << 22 });
    const result = handOver(space, space.shorts(part));
    expect(result.buffer).to.equal(space.run.memory.buffer);
    expect(ownerOf(result)).to.equal(space);
    expect(borrow()).not.to.equal(space);
    giveBack(result);
    expect(ownerOf(result)).to.equal(undefined);
    expect(borrow(1 << 22)).to.equal(space);
  });

  it('copies a small result, which would retain the memory', () => {
    const space = borrow();
    const { small } = space.layOut({ large: 1 << 22, small: 4 });
    space.octets(small).set([1, 2, 3, 4]);
    const result = handOver(space, space.octets(small));
    expect(result.buffer.byteLength).to.equal(4);
    expect([...result]).to.deep.equal([1, 2, 3, 4]);
    expect(borrow(1 << 22)).to.equal(space);
  });

  it('lends the smallest sufficient workspace, and none that is far too large', () => {
    const [large, small] = [borrow(1 << 25), borrow(1 << 22)];
    large.layOut({ part: 1 << 25 });
    small.layOut({ part: 1 << 22 });
    giveBack(small);
    giveBack(large);
    expect(borrow(1 << 22)).to.equal(small);
    expect(borrow(1 << 22)).not.to.equal(large);
    expect(borrow(1 << 25)).to.equal(large);
  });

  it('ignores other arrays', () => {
    const own = Uint8Array.of(1, 2);
    giveBack(own);
    expect(handOver(borrow(), own)).to.equal(own);
  });

  it('refuses sizes beyond 32-bit addresses', () => {
    expect(() => borrow().layOut({ part: 2 ** 32 })).to.throw(RangeError, 'at most');
  });
});
