import { expect } from 'chai';
import { testDatabase } from './support/database.ts';

const at = new Date('2026-05-20T22:18:00Z');
const job = { family: 'radar', product: 'vil', runAt: null, validAt: at, rawKey: 'raw/a' };

describe('the test database', () => {
  it('is empty at every call, and counts from 1', async () => {
    for (let round = 0; round < 2; round++) {
      const db = await testDatabase();
      expect(await db.frameJobs.due(10)).to.deep.equal([]);
      expect(await db.frameJobs.insert(job)).to.equal(1);
    }
  });

  it('returns a second view of the same rows if the rows are retained', async () => {
    const db = await testDatabase({ simulated: true });
    await db.frameJobs.insert(job);
    const again = await testDatabase({ simulated: true, keep: true });
    const other = await testDatabase({ simulated: false, keep: true });
    expect(await again.frameJobs.due(10)).to.have.length(1);
    expect(await other.frameJobs.due(10)).to.have.length(0);
  });
});
