import { inParallel, startTimer } from '@severe/async';
import { messageOf, type Clock, type Log, type Settings } from '@severe/base';
import { jobs } from '@severe/catalogue';
import type { Tables } from '@severe/db';
import { openMailTransport, type MailTransport } from '@severe/mail';
import type { Platform } from '@severe/platform';
import { sendMail } from './send-mail.ts';

export interface MailWorkerOptions {
  settings: Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDir'>;
  db: Pick<Tables, 'mails' | 'userTokens'>;
  platform: Pick<Platform, 'queue'>;
  /** Base URL of the service. */
  publicUrl: string;
  clock: Clock;
  log: Log;
  /** Replaces the mail server. */
  transport?: MailTransport;
  /** Pause between two looks at the outbox. */
  sweepMs?: number;
}

export interface MailWorker {
  /** Waits for the mail that is being sent, and closes the connections. */
  close(): Promise<void>;
}

/** Mails that are sent at once, and how many a worker claims. */
const atOnce = 2;
const batch = 10;
/** Longer than a batch takes with a slow mail server. After a crash, the mail is sent when it ends. */
const leaseMs = 180_000;

/**
 * Starts the worker, which sends the mail of the outbox. A job of the queue wakes it, and it looks by itself every few
 * seconds. Several processes may have one.
 *
 * @throws {StartError} if `SMTP_URL` cannot be used
 */
export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { settings, db, platform, publicUrl, log, sweepMs = 5000 } = options;
  const transport = options.transport ?? openMailTransport(settings, publicUrl, log);
  const context = { ...options, transport };
  const closing = new AbortController();

  async function sendDue(): Promise<void> {
    for (let claimed = batch; claimed === batch && !closing.signal.aborted;) {
      const mails = await db.mails.claim(batch, leaseMs);
      await inParallel(mails, atOnce, (mail) => sendMail(mail, context));
      claimed = mails.length;
    }
  }
  const complain = (error: unknown) => log.error({ reason: messageOf(error) }, 'the mail outbox could not be read');

  platform.queue.onWake(jobs.sendMail, 1, () => sendDue().catch(complain));
  const sweeping = startTimer(sweepMs, sendDue, complain);
  return {
    async close() {
      closing.abort();
      await sweeping.stop();
      transport.close();
    },
  };
}
