import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { messageOf, StartError, UpstreamError, type Log, type Settings } from '@severe/base';
import { proxyFor } from '@severe/base/proxy';
import { createTransport, type SendMailOptions } from 'nodemailer';

/** A mail as it is handed over. */
export interface OutgoingMail {
  /** Number of the mail; part of its Message-ID, so that a receiver recognises a mail that is sent again. */
  id: number;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  sentAt: Date;
}

/** Where mail goes. */
export interface MailTransport {
  /**
   * Hands a mail over. Resolves when the mail server has accepted it, or when the file exists.
   *
   * @throws {MailRefused} if the mail server refuses the mail for good
   * @throws {UpstreamError} if it may be accepted later
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

/** A mail that the mail server refuses for good: an unknown recipient, a message that its rules exclude. */
export class MailRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MailRefused';
  }
}

type MailSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDir'>;

/** A mail server that says nothing for this long is unavailable. */
const timeoutMs = 30_000;

/**
 * Opens the mail server of the settings. Without one, mails become files in `outbox` of the data directory.
 *
 * @param publicUrl base URL of the service; its host is in the sender's address if the settings name none
 * @throws {StartError} if `SMTP_URL` cannot be used
 */
export function openMailTransport(settings: MailSettings, publicUrl: string, log: Log): MailTransport {
  const host = hostOf(publicUrl);
  const messageFor = ({ id, recipient, subject, text, html, headers, sentAt }: OutgoingMail): SendMailOptions => ({
    from: settings.mailFrom || `severe <no-reply@${host}>`,
    to: recipient,
    subject,
    text: asItIs(text),
    html,
    // RFC 3834: no automatic reply is wanted.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...headers },
    messageId: `<${id}.${sentAt.getTime()}@${host}>`,
    date: sentAt,
  });
  return settings.smtpUrl ? openServer(settings.smtpUrl, messageFor) : openFolder(settings.dataDir, messageFor, log);
}

/** Longest line that a mail may have (RFC 5322, 2.1.1). */
const longestLine = 998;

/**
 * Text of ASCII is not encoded, so that a link can be copied from the file of a mail. Nodemailer alone would break lines of
 * more than 76 characters, and write `=` as `=3D`.
 */
function asItIs(text: string): SendMailOptions['text'] {
  const isPlain = /^[\t\n\r -~]*$/.test(text) && text.split('\n').every((line) => line.length <= longestLine);
  const headers = ['Content-Type: text/plain; charset=utf-8', 'Content-Transfer-Encoding: 7bit'];
  return isPlain ? { raw: [...headers, '', text].join('\n') } : text;
}

type MessageFor = (mail: OutgoingMail) => SendMailOptions;

function openServer(url: string, messageFor: MessageFor): MailTransport {
  const transporter = transportOf(url);
  return {
    async send(mail) {
      try {
        await transporter.sendMail(messageFor(mail));
      } catch (error) {
        throw asMailError(error);
      }
    },
    close: () => transporter.close(),
  };
}

/** `smtp:` uses STARTTLS if the server offers it; `?requireTLS=true` insists on it. `smtps:` is TLS from the start. */
function transportOf(url: string): ReturnType<typeof createTransport> {
  const { hostname, port } = new URL(url);
  const proxy = proxyFor(`https://${hostname}:${port || 465}`);
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  try {
    return createTransport({
      url,
      pool: true,
      maxConnections: 2,
      disableFileAccess: true,
      disableUrlAccess: true,
      ...timeouts,
      ...(proxy === undefined ? {} : { proxy }),
    } as object);
  } catch (cause) {
    throw new StartError(`SMTP_URL cannot be used: ${messageOf(cause)}`, { cause });
  }
}

/** Commands whose permanent refusal concerns this mail. Before them, it concerns the connection, and an operator can act. */
const mailCommands = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** A refusal with 5yz is final (RFC 5321, 4.2.1); anything else is tried again. */
function asMailError(cause: unknown): Error {
  const { responseCode, command } = cause as { responseCode?: number; command?: string };
  const isFinal =
    responseCode !== undefined && responseCode >= 500 && command !== undefined && mailCommands.has(command);
  return isFinal
    ? new MailRefused(messageOf(cause), { cause })
    : new UpstreamError('mail_server', messageOf(cause), { cause });
}

/** Each mail becomes a file, which appears whole, by a rename. */
function openFolder(dataDir: string, messageFor: MessageFor, log: Log): MailTransport {
  const folder = resolve(join(dataDir, 'outbox'));
  const transporter = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  return {
    async send(mail) {
      const { message } = await transporter.sendMail(messageFor(mail));
      const file = join(folder, `${mail.sentAt.toISOString().replaceAll(/[:.]/g, '')}-${mail.id}.eml`);
      await mkdir(folder, { recursive: true, mode: 0o700 }); // mails have links that change passwords
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info({ file, subject: mail.subject }, 'SMTP_URL is not set: mail written to a file');
    },
    close: () => transporter.close(),
  };
}

/** A host for addresses: an IP address cannot follow the @ as it is. */
function hostOf(publicUrl: string): string {
  const { hostname } = new URL(publicUrl);
  return /[a-z]/i.test(hostname) && !hostname.startsWith('[') ? hostname : 'localhost';
}
