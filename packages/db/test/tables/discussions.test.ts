import { expect } from 'chai';
import type { Database } from '../../src/index.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { toldDiscussion } from '../support/rows/told-discussion.ts';
import { at, handClock } from '../support/times.ts';

onEachDatabase('tables/discussions', (open) => {
  let db: Database;
  beforeEach(async () => (db = await open({ clock: handClock(at('22:20')).clock })));

  it('takes ids for new discussions only, whatever is repeated or completed before', async () => {
    expect(await db.discussions.store([toldDiscussion()])).to.deep.equal({ new: [1], updated: [] });
    expect(await db.discussions.store([toldDiscussion()])).to.deep.equal({ new: [], updated: [] });
    const completed = toldDiscussion({ text: 'SUPERCELLS ARE LIKELY.' });
    expect(await db.discussions.store([completed])).to.deep.equal({ new: [], updated: [1] });
    const next = toldDiscussion({ number: 846 });
    expect(await db.discussions.store([completed, next])).to.deep.equal({ new: [2], updated: [] });
  });
});
