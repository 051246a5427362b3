import { expect } from 'chai';
import { testConnection, testDatabase } from '@severe/db/testing/database';
import { bucketFeeds } from '../../scripts/faults/matrix/feeds.ts';
import { maxDelayMs, runMatrix } from '../../scripts/faults/matrix/matrix.ts';
import { openStores, type Stores } from '../../scripts/faults/matrix/stores.ts';

/** One of each kind: of the transport, of the bytes, of times and of shapes. */
const some = ['redirect-loopback', 'truncated', 'year-ahead', 'null-coordinates'];

/** Guarantee G4; `npm run test:faults -- matrix` runs all faults, and also feeds of buckets. */
describe('feeds whose providers fail', function () {
  this.timeout(900_000); // half a minute of processor time, which an overloaded machine gives in ten
  let stores: Stores;
  before(async () => {
    await testDatabase({ simulated: true }); // empties the tables
    const connection = await testConnection();
    stores = await openStores(new Date('2026-05-20T22:30:00Z'), { connection });
  });
  after(() => stores?.close());

  it('keep their data, are named in health, and do not hinder others', async () => {
    let kept = 0;
    const isChosen = ({ id }: { id: string }): boolean => !bucketFeeds.has(id);
    for await (const { fault, cells, delayP99Ms } of runMatrix(stores, { faults: some, isChosen })) {
      expect(cells.filter(({ result }) => result === 'broken'), fault).to.deep.equal([]); // prettier-ignore
      expect(delayP99Ms, fault).to.be.at.most(maxDelayMs);
      kept += cells.filter(({ result }) => result === 'kept').length;
    }
    expect(kept).to.be.above(50);
  });
});
