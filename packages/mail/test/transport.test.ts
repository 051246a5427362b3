import { statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { loadSettings, silentLog, UpstreamError } from '@severe/base';
import { MailRefused, openMailTransport, type MailTransport, type OutgoingMail } from '@severe/mail';
import { simpleParser } from 'mailparser';
import type { SMTPServerOptions } from 'smtp-server';
import { startMailServer, type TestMailServer } from './support/mail-server.ts';

const mail: OutgoingMail = {
  id: 7,
  recipient: 'ann@example.org',
  subject: 'Grüße, Ann',
  text: `Open https://wx.example.org/verify-email?token=${'x'.repeat(43)} now.\n`,
  html: '<p>Hello &amp; welcome</p>',
  headers: { 'List-Unsubscribe': '<https://wx.example.org/u>' },
  sentAt: new Date('2026-05-20T22:18:05Z'),
};
const publicUrl = 'https://wx.example.org';

async function failureOf(transport: MailTransport): Promise<Error> {
  try {
    await transport.send(mail);
  } catch (error) {
    return error as Error;
  } finally {
    transport.close();
  }
  throw new Error('the mail was sent');
}

describe('mail/transport to a server', () => {
  let server: TestMailServer | undefined;
  const servers: TestMailServer[] = [];
  afterEach(async () => {
    for (const each of servers.splice(0)) await each.close();
  });

  const open = async (options: SMTPServerOptions, query = '', scheme = 'smtp', user = ''): Promise<MailTransport> => {
    server = await startMailServer(options);
    servers.push(server);
    const smtpUrl = `${scheme}://${user}127.0.0.1:${server.port}${query}`;
    return openMailTransport(
      loadSettings({ SMTP_URL: smtpUrl, MAIL_FROM: 'Storms <wx@example.org>' }),
      publicUrl,
      silentLog,
    );
  };

  it('hands over both forms, with the headers', async () => {
    const transport = await open({});
    await transport.send(mail);
    transport.close();
    const [{ recipient, parsed, secure }] = server!.mails;
    expect([recipient, secure, server!.mails.length]).to.deep.equal(['ann@example.org', false, 1]);
    expect([parsed.subject, parsed.text, parsed.html]).to.deep.equal([mail.subject, mail.text, mail.html]);
    expect(parsed.from?.text).to.equal('"Storms" <wx@example.org>');
    expect(parsed.date).to.deep.equal(mail.sentAt);
    expect(parsed.messageId).to.equal('<7.1779315485000@wx.example.org>');
    expect(parsed.headers.get('auto-submitted')).to.equal('auto-generated');
    expect(JSON.stringify([...parsed.headers])).to.include('https://wx.example.org/u');
  });

  it('hands over text of other letters and of long lines', async () => {
    const transport = await open({});
    for (const text of ['Überflutung in Cañon City ⛈\n', `${'x'.repeat(2000)}\n`, '.\n..\nFrom here\n']) {
      await transport.send({ ...mail, text });
      expect(server!.mails.at(-1)!.parsed.text).to.equal(text);
    }
    transport.close();
  });

  it('uses TLS and a login', async () => {
    const options: SMTPServerOptions = {
      authOptional: false,
      disabledCommands: [],
      onAuth: ({ username, password }, _, done) => done(null, password === 'p@ss' ? { user: username } : undefined),
    };
    const login = 'ann:p%40ss@';
    for (const [scheme, secure] of [
      ['smtp', false],
      ['smtps', true],
    ] as const) {
      const transport = await open({ ...options, secure }, '?tls.rejectUnauthorized=false', scheme, login);
      await transport.send(mail);
      transport.close();
      expect(
        server!.mails.map((each) => [each.secure, each.user]),
        scheme,
      ).to.deep.equal([[true, 'ann']]);
      await server!.close();
    }
  });

  it('trusts no server with an unknown certificate', async () => {
    const error = await failureOf(await open({ disabledCommands: [] }));
    expect(error).to.be.instanceOf(UpstreamError);
    expect(error.message).to.match(/certificate/);
    expect(server!.mails).to.deep.equal([]);
  });

  it('tells a final refusal from one that may pass', async () => {
    const refuse = (responseCode: number): SMTPServerOptions => ({
      onRcptTo: (_, __, done) => done(Object.assign(new Error('no such mailbox'), { responseCode })),
    });
    const final = await failureOf(await open(refuse(550)));
    expect(final).to.be.instanceOf(MailRefused);
    expect(final.message).to.include('no such mailbox');
    await server!.close();
    expect(await failureOf(await open(refuse(451)))).to.be.instanceOf(UpstreamError);
  });

  it('may be tried again after a wrong password and while the server is away', async () => {
    const login: SMTPServerOptions = { authOptional: false, onAuth: (_, __, done) => done(new Error('wrong')) };
    expect(
      await failureOf(await open({ ...login, disabledCommands: ['STARTTLS'] }, '', 'smtp', 'a:b@')),
    ).to.be.instanceOf(UpstreamError);
    const transport = await open({});
    await server!.close();
    expect(await failureOf(transport)).to.be.instanceOf(UpstreamError);
  });
});

describe('mail/transport to a folder', () => {
  it('writes whole files that only the owner can read', async () => {
    const above = await mkdtemp(join(tmpdir(), 'severe-mail-'));
    const dataDir = join(above, 'data');
    try {
      const lines: object[] = [];
      const log = { ...silentLog, info: (line: object) => void lines.push(line) };
      const transport = openMailTransport(loadSettings({ DATA_DIR: dataDir }), 'http://127.0.0.1:8080', log as never);
      await transport.send(mail);
      const [name, ...others] = await readdir(join(dataDir, 'outbox'));
      expect([name, others]).to.deep.equal(['2026-05-20T221805000Z-7.eml', []]);
      const written = await readFile(join(dataDir, 'outbox', name), 'utf8');
      expect(written, 'a link that can be copied').to.include(mail.text.trim());
      const parsed = await simpleParser(written);
      expect([parsed.subject, parsed.text, parsed.from?.text]).to.deep.equal([
        mail.subject,
        mail.text,
        '"severe" <no-reply@localhost>',
      ]);
      const modes = [dataDir, join(dataDir, 'outbox'), join(dataDir, 'outbox', name)].map(
        (path) => statSync(path).mode & 0o777,
      );
      expect(modes).to.deep.equal([0o700, 0o700, 0o600]);
      expect(JSON.stringify(lines))
        .to.include(name)
        .and.not.match(/token|ann@/);
    } finally {
      await rm(above, { recursive: true });
    }
  });
});
