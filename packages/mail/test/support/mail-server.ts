import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { testCertificate } from '@severe/testing/certificate';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail server of another maker on a free port of loopback, with the mails that it has accepted. */
export interface TestMailServer {
  port: number;
  mails: { recipient: string; secure: boolean; user: unknown; parsed: ParsedMail }[];
  /** May be called again. */
  close(): Promise<void>;
}

/**
 * @param options of the server; by default it takes everything without TLS and login
 * @param onPort  0: a free port
 */
export async function startMailServer(options: SMTPServerOptions = {}, onPort = 0): Promise<TestMailServer> {
  const mails: TestMailServer['mails'] = [];
  const server = new SMTPServer({
    ...testCertificate(),
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope, secure, user }, done) {
      void simpleParser(stream).then((parsed) => {
        for (const { address } of envelope.rcptTo) mails.push({ recipient: address, secure, user, parsed });
        done();
      }, done);
    },
    ...options,
  });
  server.on('error', () => undefined); // of connections, which the tests see at the other end
  server.listen(onPort, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return { port, mails, close: () => (closed ??= new Promise((resolve) => server.close(resolve))) };
}
