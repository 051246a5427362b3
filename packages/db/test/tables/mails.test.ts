import { expect } from 'chai';
import { longestMailWaitMs, type Database } from '../../src/index.ts';
import { newUser } from '../support/rows/new-user.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { at, handClock } from '../support/times.ts';

const mail = { recipient: 'ann@example.org', subject: 'Hello', text: 'Hello Ann', html: '<p>Hello Ann</p>' };
const minuteMs = 60_000;

onEachDatabase('db/mails', (open) => {
  let db: Database;
  let time: ReturnType<typeof handClock>;
  beforeEach(async () => {
    time = handClock(at('20:00'));
    db = await open({ clock: time.clock });
  });

  it('is claimed once, until the lease ends', async () => {
    const tokenPurpose = 'verify_email' as const;
    expect(await db.mails.enqueue({ ...mail, headers: { 'X-A': 'b' }, tokenPurpose })).to.equal(1);
    expect(await db.mails.enqueue(mail)).to.equal(2);
    expect(await db.mails.waiting()).to.deep.equal({ count: 2, failed: 0, oldest: at('20:00') });
    expect(await db.mails.claim(1, 60_000)).to.deep.equal([
      { ...mail, id: 1, headers: { 'X-A': 'b' }, tokenPurpose, attempts: 1, createdAt: at('20:00') },
    ]);
    expect((await db.mails.claim(5, 60_000)).map((each) => [each.id, each.tokenPurpose])).to.deep.equal([[2, null]]);
    expect(await db.mails.claim(5, 60_000)).to.deep.equal([]);
    time.set(at('20:01'));
    expect((await db.mails.claim(5, 60_000)).map(({ attempts }) => attempts)).to.deep.equal([2, 2]);
  });

  it('goes in fair turns of accounts: many mails to one delay none to another', async () => {
    await db.users.insert(newUser({ email: 'ann@example.org' }));
    for (let i = 0; i < 20; i++) await db.mails.enqueue(mail);
    const other = await db.mails.enqueue({ ...mail, recipient: 'bob@example.org' });
    expect((await db.mails.claim(2, 60_000)).map(({ id }) => id)).to.deep.equal([1, other]);
    await db.mails.claim(5, 60_000);
    const late = await db.mails.enqueue({ ...mail, recipient: 'cleo@example.org' });
    expect((await db.mails.claim(1, 60_000))[0].id).to.equal(late);
    expect(await db.mails.claim(100, 60_000)).to.have.length(14);
  });

  it('goes by rank within an account, and those that somebody waits for go first', async () => {
    for (const rank of [1, 4, 3]) await db.mails.enqueue({ ...mail, rank });
    await db.mails.enqueue({ ...mail, tokenPurpose: 'verify_email' });
    expect((await db.mails.claim(4, 60_000)).map(({ id }) => id)).to.deep.equal([4, 2, 3, 1]);
  });

  it('is leased by the clock of the server, whatever the clocks of the processes', async () => {
    const early = await open({ clock: () => at('20:20'), leaseClock: undefined, keep: true });
    const late = await open({ clock: () => at('23:59'), leaseClock: undefined, keep: true });
    await late.mails.enqueue(mail);
    expect(await early.mails.claim(1, minuteMs)).to.have.length(1);
    expect(await late.mails.claim(1, minuteMs)).to.deep.equal([]);
    await late.mails.postpone(1, 0, 'no answer');
    expect((await early.mails.claim(1, minuteMs))[0].attempts).to.equal(2);
  });

  it('is not held by a lease or a wait from before the clock was set back', async () => {
    for (let i = 0; i < 3; i++) await db.mails.enqueue(mail);
    await db.mails.claim(2, minuteMs);
    await db.mails.postpone(2, longestMailWaitMs, 'no answer');
    time.set(at('18:00'));
    expect(await db.mails.claim(5, minuteMs)).to.have.length(3);
    expect(await db.mails.claim(5, minuteMs)).to.deep.equal([]);
  });

  it('waits no longer than a wait may be', async () => {
    const refused = await db.mails.postpone(1, longestMailWaitMs + 1, 'no answer').catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(RangeError);
  });

  it('waits for its next attempt, and keeps no content after its end', async () => {
    await db.mails.enqueue(mail);
    await db.mails.claim(1, 1000);
    expect(await db.mails.waiting()).to.include({ count: 1, failed: 0 });
    await db.mails.postpone(1, 30 * 60_000, 'no answer');
    expect(await db.mails.waiting()).to.include({ count: 1, failed: 1 });
    time.set(at('20:29'));
    expect(await db.mails.claim(1, 1000)).to.deep.equal([]);
    time.set(at('20:30'));
    expect(await db.mails.claim(1, 1000)).to.have.length(1);
    await db.mails.end(1, 'sent');
    expect(await db.mails.ended(at('20:29'))).to.deep.equal({ sent: 1, refused: 0, expired: 0, obsolete: 0 });
    expect((await db.mails.ended(at('20:30'))).sent).to.equal(0);
    time.set(at('23:00'));
    expect(await db.mails.claim(1, 1000)).to.deep.equal([]);
    expect(await db.mails.waiting()).to.deep.equal({ count: 0, failed: 0, oldest: null });
    expect(await db.mails.removeOld(at('22:00'))).to.equal(1);
  });
});
