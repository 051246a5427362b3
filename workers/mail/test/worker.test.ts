import { expect } from 'chai';
import { loadSettings, silentLog, UpstreamError } from '@severe/base';
import { jobs } from '@severe/catalogue';
import { digestOf, type Database } from '@severe/db';
import { newUser } from '@severe/db/testing/rows/new-user';
import { onEachDatabase } from '@severe/db/testing/each-database';
import { MailRefused, type OutgoingMail } from '@severe/mail';
import { startMailServer } from '@severe/mail/testing/mail-server';
import { openPlatform, type Platform } from '@severe/platform';
import { until } from '@severe/testing/until';
import { startMailWorker, type MailWorker } from '../src/index.ts';

/** A mail without a limit. */
const count = { as: 'alert', limits: [] } as const;
const mail = {
  recipient: 'ann@example.org',
  subject: 'Hello',
  text: 'Go to /x?token={token} now\n',
  html: '<a href="/x?token={token}">x</a>',
};
const hour = 3_600_000;

onEachDatabase('mail-worker', (open) => {
  let db: Database;
  let platform: Platform;
  let now: Date;
  let worker: MailWorker | undefined;
  let sent: OutgoingMail[];
  let failure: Error | undefined;
  beforeEach(async function () {
    this.timeout(60_000);
    now = new Date('2026-05-20T20:00:00Z');
    db = await open({ clock: () => now });
    platform = await openPlatform(loadSettings({ DATA_DIR: '/tmp/severe-no-files' }), silentLog);
    sent = [];
    failure = undefined;
  });
  afterEach(async () => {
    await worker?.close();
    await platform?.close();
    await db?.close();
  });

  const transport = {
    async send(one: OutgoingMail) {
      if (failure) throw failure;
      sent.push(one);
    },
    close: () => undefined,
  };
  const start = (change: object = { transport }): void => {
    const options = {
      settings: loadSettings({}),
      db,
      platform,
      publicUrl: 'https://a.example',
      clock: () => now,
      log: silentLog,
    };
    worker = startMailWorker({ ...options, sweepMs: 20, ...change });
  };
  const isEmpty = async (): Promise<boolean> => (await db.mails.waiting()).count === 0;

  it('sends each mail once, also of two workers', async () => {
    for (let i = 0; i < 25; i++) await db.mails.enqueue({ ...mail, subject: String(i) }, count);
    start();
    const other = startMailWorker({
      settings: loadSettings({}),
      db,
      platform: { queue: { ...platform.queue, onWake: () => undefined } },
      publicUrl: 'https://a.example',
      clock: () => now,
      log: silentLog,
      transport,
      sweepMs: 20,
    });
    await until(isEmpty);
    await other.close();
    expect(sent.map(({ subject }) => Number(subject)).sort((a, b) => a - b)).to.deep.equal(
      Array.from({ length: 25 }, (_, i) => i),
    );
  });

  it('is woken by a job', async () => {
    start({ transport, sweepMs: hour });
    await new Promise((resolve) => setTimeout(resolve, 100)); // its first look is over
    await db.mails.enqueue(mail, count);
    await platform.queue.wake(jobs.sendMail);
    await until(isEmpty);
    expect(sent).to.have.length(1);
  });

  it('makes the token of a link when it sends the mail', async () => {
    await db.users.insert(newUser(), { mail: { ...mail, tokenPurpose: 'reset_password' }, limits: [] });
    start();
    await until(isEmpty);
    const [, token] = /token=([\w-]{43}) now/.exec(sent[0].text)!;
    expect(sent[0].html).to.include(`token=${token}"`);
    const digest = digestOf(token);
    expect(await db.userTokens.ownerOf('reset_password', digest)).to.include({ email: mail.recipient });
    now = new Date(now.getTime() + hour);
    expect(await db.userTokens.ownerOf('reset_password', digest)).to.equal(undefined);
  });

  it('sends nothing for an address without an account', async () => {
    await db.mails.enqueue({ ...mail, tokenPurpose: 'reset_password' }, count);
    start();
    await until(isEmpty);
    expect(sent).to.deep.equal([]);
  });

  it('delays mail while the mail server is away, and loses none', async () => {
    failure = new UpstreamError('mail_server', 'refused');
    await db.mails.enqueue(mail, count);
    start();
    for (const seconds of [0, 15, 30, 60, 3600]) {
      now = new Date(now.getTime() + seconds * 1000);
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
    expect(await isEmpty()).to.equal(false);
    failure = undefined;
    now = new Date(now.getTime() + hour);
    await until(isEmpty);
    expect(sent).to.have.length(1);
  });

  it('gives up a mail that the server refuses for good, and any after five days', async () => {
    failure = new MailRefused('550 no such mailbox');
    await db.mails.enqueue(mail, count);
    start();
    await until(isEmpty);
    failure = new UpstreamError('mail_server', 'refused');
    await db.mails.enqueue(mail, count);
    await new Promise((resolve) => setTimeout(resolve, 80));
    now = new Date(now.getTime() + 5 * 24 * hour);
    await until(isEmpty);
    expect(sent).to.deep.equal([]);
  });

  it('delivers to a real mail server that starts later', async () => {
    const earlier = await startMailServer();
    await earlier.close(); // its port is free now
    const { port } = earlier;
    await db.mails.enqueue({ ...mail, text: 'Hello Ann\n' }, count);
    start({ settings: loadSettings({ SMTP_URL: `smtp://127.0.0.1:${port}` }) });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(await isEmpty()).to.equal(false);
    const server = await startMailServer({}, port);
    now = new Date(now.getTime() + hour);
    await until(isEmpty);
    expect(server.mails.map(({ recipient, parsed }) => [recipient, parsed.text])).to.deep.equal([
      ['ann@example.org', 'Hello Ann\n'],
    ]);
    await worker!.close();
    await server.close();
  });
});
