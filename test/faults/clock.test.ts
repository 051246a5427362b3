import { expect } from 'chai';
import { publishedAfterSetBack } from '../../scripts/faults/clock-set-back.ts';

const hourMs = 3_600_000;

describe('a clock that is set back', function () {
  this.timeout(240_000);

  it('holds no job by leases and waits from before', async () => {
    expect(await publishedAfterSetBack(2 * hourMs)).to.deep.equal({ jobs: 3, published: 3 });
  });

  it('that is right leaves leases and waits as they are', async () => {
    expect(await publishedAfterSetBack(0)).to.deep.equal({ jobs: 3, published: 1 });
  });
});
