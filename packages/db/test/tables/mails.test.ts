import { expect } from 'chai';
import { longestMailWaitMs, type Database } from '../../src/index.ts';
import { newUser } from '../support/rows/new-user.ts';
import { onEachDatabase } from '../support/each-database.ts';
import { verifyUser } from '../support/verify-user.ts';
import { at, handClock } from '../support/times.ts';

const mail = { recipient: 'ann@example.org', subject: 'Hello', text: 'Hello Ann', html: '<p>Hello Ann</p>' };
/** A mail without a limit. */
const asAlert = { as: 'alert', limits: [] } as const;
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
    expect(await db.mails.enqueue({ ...mail, headers: { 'X-A': 'b' }, tokenPurpose }, asAlert)).to.deep.equal({
      id: 1,
    });
    expect(await db.mails.enqueue(mail, asAlert)).to.deep.equal({ id: 2 });
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
    const enqueued = async (each: typeof mail) => ((await db.mails.enqueue(each, asAlert)) as { id: number }).id;
    await db.users.insert(newUser({ email: 'ann@example.org' }));
    for (let i = 0; i < 20; i++) await db.mails.enqueue(mail, asAlert);
    const other = await enqueued({ ...mail, recipient: 'bob@example.org' });
    expect((await db.mails.claim(2, 60_000)).map(({ id }) => id)).to.deep.equal([1, other]);
    await db.mails.claim(5, 60_000);
    const late = await enqueued({ ...mail, recipient: 'cleo@example.org' });
    expect((await db.mails.claim(1, 60_000))[0].id).to.equal(late);
    expect(await db.mails.claim(100, 60_000)).to.have.length(14);
  });

  it('goes by rank within an account, and those that somebody waits for go first', async () => {
    for (const rank of [1, 4, 3]) await db.mails.enqueue({ ...mail, rank }, asAlert);
    await db.mails.enqueue({ ...mail, tokenPurpose: 'verify_email' }, asAlert);
    expect((await db.mails.claim(4, 60_000)).map(({ id }) => id)).to.deep.equal([4, 2, 3, 1]);
  });

  it('is leased by the clock of the server, whatever the clocks of the processes', async () => {
    const early = await open({ clock: () => at('20:20'), leaseClock: undefined, keep: true });
    const late = await open({ clock: () => at('23:59'), leaseClock: undefined, keep: true });
    await late.mails.enqueue(mail, asAlert);
    expect(await early.mails.claim(1, minuteMs)).to.have.length(1);
    expect(await late.mails.claim(1, minuteMs)).to.deep.equal([]);
    await late.mails.postpone(1, 0, 'no answer');
    expect((await early.mails.claim(1, minuteMs))[0].attempts).to.equal(2);
  });

  it('is not held by a lease or a wait from before the clock was set back', async () => {
    for (let i = 0; i < 3; i++) await db.mails.enqueue(mail, asAlert);
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
    await db.mails.enqueue(mail, asAlert);
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

  describe('to one mailbox', () => {
    const link = { ...mail, tokenPurpose: 'verify_email' as const };
    const limits = [
      { limit: 2, windowMs: 60 * minuteMs },
      { limit: 3, windowMs: 24 * 60 * minuteMs },
    ];
    const send = (recipient: string) => db.mails.enqueue({ ...link, recipient }, { as: 'link', limits });

    it('with links that anybody can ask for are limited, whatever the form of the address, also at once', async () => {
      const forms = Array.from({ length: 10 }, (_, i) => send(`a.n.n+${i}@gmail.com`));
      const sent = (await Promise.all(forms)).filter((outcome) => 'id' in outcome);
      expect(sent).to.have.length(2);
      expect(await send('ann@googlemail.com')).to.deep.equal({ waitMs: 60 * minuteMs });
      expect(await send('bob@gmail.com')).to.have.property('id');
      time.set(at('21:00'));
      expect(await send('ann@gmail.com')).to.have.property('id');
      time.set(at('22:30'));
      expect(await send('ann@gmail.com')).to.deep.equal({ waitMs: 21.5 * 60 * minuteMs });
    });

    it('count by what they are: alerts take nothing from links', async () => {
      for (let i = 0; i < 20; i++) expect(await db.mails.enqueue(mail, asAlert)).to.have.property('id');
      expect(await send(mail.recipient)).to.have.property('id');
    });

    it('end by the key in each of them, and are allowed again by it', async () => {
      const withKey = {
        ...mail,
        text: 'End: {stop}',
        html: '<a href="{stop}">',
        headers: { 'List-Unsubscribe': '<{stop}>' },
      };
      await db.mails.enqueue(withKey, asAlert);
      const [{ text, html, headers }] = await db.mails.claim(1, 0);
      const key = text.slice(5);
      expect(key).to.match(/^[\w-]{43}$/);
      expect([html, headers['List-Unsubscribe']]).to.deep.equal([`<a href="${key}">`, `<${key}>`]);
      expect(await db.mailboxes.isStopped(key)).to.equal(false);

      expect(await db.mailboxes.stop(key, true)).to.equal(true);
      expect(await db.mailboxes.isStopped(key)).to.equal(true);
      expect((await db.mails.waiting()).count).to.equal(0);
      expect(await db.mails.enqueue({ ...mail, recipient: 'Ann+x@example.org' }, asAlert)).to.deep.equal({
        stopped: true,
      });
      expect(await db.mails.enqueue({ ...mail, recipient: 'bob@example.org' }, asAlert)).to.have.property('id');
      expect(await db.mailboxes.removeOld(at('23:00'))).to.equal(1); // that of bob

      expect(await db.mailboxes.stop(key, false)).to.equal(true);
      expect(await db.mails.enqueue(mail, asAlert)).to.have.property('id');
      expect([await db.mailboxes.stop('unknown', true), await db.mailboxes.isStopped('unknown')]).to.deep.equal([
        false,
        undefined,
      ]);
    });
  });

  describe('that somebody without a login asks for', () => {
    const wanted = { ...mail, tokenPurpose: 'reset_password' as const };
    const by = {
      client: 'forgot 192.0.2.1',
      ofClient: [{ limit: 3, windowMs: 60 * minuteMs }],
      ofMailbox: [{ limit: 5, windowMs: 60 * minuteMs }],
      ofOwner: [{ limit: 2, windowMs: 24 * 60 * minuteMs }],
      alwaysMs: 60 * minuteMs,
    };

    it('leaves nothing about an address without a user', async () => {
      for (let i = 0; i < 10; i++) await db.mails.request({ ...wanted, recipient: `nobody-${i}@example.org` }, by);
      expect((await db.mails.waiting()).count).to.equal(0);
      expect(await db.mailboxes.removeOld(at('23:00'))).to.equal(0);
      expect(await db.attempts.removeOld(at('23:00'))).to.equal(3); // of the client
    });

    it('is added for a user, as often as client and mailbox may', async () => {
      await db.users.insert(newUser());
      for (let i = 0; i < 5; i++) await db.mails.request(wanted, by);
      expect((await db.mails.waiting()).count).to.equal(3);
      for (let i = 0; i < 5; i++) await db.mails.request(wanted, { ...by, client: `forgot 192.0.2.${10 + i}` });
      expect((await db.mails.waiting()).count).to.equal(5);
    });

    it('reaches a confirmed owner whatever strangers ask for: a link of the last hour is valid, or there is a new one', async () => {
      await db.users.insert(newUser());
      for (let i = 0; i < 10; i++) await db.mails.enqueue(wanted, { as: 'link', limits: [] });
      await verifyUser(db, mail.recipient);
      let client = 0;
      const sent = async () => {
        const { count } = await db.mails.waiting();
        for (let i = 0; i < 4; i++) await db.mails.request(wanted, { ...by, client: `forgot ${client++}` });
        return (await db.mails.waiting()).count - count;
      };
      expect(await sent()).to.equal(2);
      time.set(at('20:59'));
      expect(await sent()).to.equal(0);
      for (const hour of ['21:00', '22:00', '23:00']) {
        time.set(at(hour));
        expect(await sent(), hour).to.equal(1);
      }
    });
  });
});
