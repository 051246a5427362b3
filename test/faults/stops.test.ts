import { expect } from 'chai';
import { restartUnderLoad } from '../../scripts/faults/rolling-restarts.ts';

/** Guarantee G11; `npm run test:faults -- stops` runs 20 restarts. */
describe('rolling restarts under load', function () {
  this.timeout(600_000); // four starts, of which each takes a minute on a busy machine

  it('fail no request and end with exit code 0', async () => {
    const restarts = 2;
    const { answered, failures, exitCodes, drained } = await restartUnderLoad({
      restarts,
      clients: 8,
      drainSeconds: 3,
    });
    expect(failures).to.deep.equal([]);
    expect(answered).to.be.above(20);
    expect(exitCodes).to.deep.equal([0, 0]);
    expect(drained).to.deep.equal({ answered: 8, closing: 8 });
  });
});
