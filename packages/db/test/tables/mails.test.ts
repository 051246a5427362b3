import { expect } from 'chai';
import type { Database } from '../../src/index.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at } from '../support/times.ts';

const mail = { recipient: 'ann@example.org', subject: 'Hello', text: 'Hello Ann', html: '<p>Hello Ann</p>' };

onEachDatabase('db/mails', (open) => {
  let db: Database;
  let now: Date;
  beforeEach(async function () {
    this.timeout(60_000);
    now = at('20:00');
    db = await open({ clock: () => now });
  });
  afterEach(() => db?.close());

  it('is claimed once, until the lease ends', async () => {
    const tokenPurpose = 'verify_email' as const;
    expect(await db.mails.enqueue({ ...mail, headers: { 'X-A': 'b' }, tokenPurpose })).to.equal(1);
    expect(await db.mails.enqueue(mail)).to.equal(2);
    expect(await db.mails.waiting()).to.deep.equal({ count: 2, oldest: now });
    expect(await db.mails.claim(1, 60_000)).to.deep.equal([
      { ...mail, id: 1, headers: { 'X-A': 'b' }, tokenPurpose, attempts: 1, createdAt: now },
    ]);
    expect((await db.mails.claim(5, 60_000)).map((each) => [each.id, each.tokenPurpose])).to.deep.equal([[2, null]]);
    expect(await db.mails.claim(5, 60_000)).to.deep.equal([]);
    now = at('20:01');
    expect((await db.mails.claim(5, 60_000)).map(({ attempts }) => attempts)).to.deep.equal([2, 2]);
  });

  it('waits for its next attempt, and keeps no content after its end', async () => {
    await db.mails.enqueue(mail);
    await db.mails.claim(1, 1000);
    await db.mails.postpone(1, at('20:30'), 'no answer');
    now = at('20:29');
    expect(await db.mails.claim(1, 1000)).to.deep.equal([]);
    now = at('20:30');
    expect(await db.mails.claim(1, 1000)).to.have.length(1);
    await db.mails.end(1, 'sent');
    now = at('23:00');
    expect(await db.mails.claim(1, 1000)).to.deep.equal([]);
    expect(await db.mails.waiting()).to.deep.equal({ count: 0, oldest: null });
    expect(await db.mails.removeOld(at('22:00'))).to.equal(1);
  });
});
