import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { openDatabase } from '@severe/db';
import { storeStormDay } from '@severe/db/testing/storm-day';
import { browserOptions } from '@severe/testing/browser';
import { openHttpsReceiver, type HttpsReceiver } from '@severe/testing/https-receiver';
import { until } from '@severe/testing/until';
import { simpleParser } from 'mailparser';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startService } from 'severe/testing/service';

/** The whole service on the storm day of the tests, with its mail in files, a receiver of webhooks, and a browser. */
export interface AccountPages {
  url: string;
  receiver: HttpsReceiver;
  /** Errors that consoles of the pages have reported. */
  problems: string[];
  /** A page with cookies of its own. */
  open(): Promise<Page>;
  /** The link of the newest mail with a subject. */
  linkOf(subject: string): Promise<string>;
  close(): Promise<void>;
}

/** Statuses of refusals that the pages show to the reader. */
const expected = /status of (400|401|403|409|422)/;

/** @param admin account that exists from the start */
export async function openAccountPages(admin: { email: string; password: string }): Promise<AccountPages> {
  const folder = await mkdtemp(join(tmpdir(), 'severe-account-'));
  const settings = loadSettings({
    PORT: '0',
    OPS_PORT: '0',
    DATA_DIR: folder,
    SEVERE_CLOCK: '2026-05-20T22:18:05Z',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  });
  const db = await openDatabase(settings, { log: silentLog, clock: createClock(settings.clock), simulated: true });
  await storeStormDay(db);
  await db.close();
  const receiver = await openHttpsReceiver();
  const service = await startService({
    settings,
    roles: ['api', 'webhooks'],
    simulated: true,
    log: silentLog,
    receiverCa: receiver.ca,
  });
  const browser: Browser = await chromium.launch(browserOptions);
  const problems: string[] = [];

  return {
    url: service.url,
    receiver,
    problems,
    async open() {
      const context = await browser.newContext({
        baseURL: service.url,
        viewport: { width: 1000, height: 900 },
        reducedMotion: 'reduce', // maps move at once
      });
      const page = await context.newPage();
      page.setDefaultTimeout(60_000);
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('console', (message) => {
        if (message.type() === 'error' && !expected.test(message.text())) problems.push(message.text());
      });
      page.on('dialog', (dialog) => void dialog.accept());
      return page;
    },
    async linkOf(subject) {
      const outbox = join(folder, 'outbox');
      const find = async (): Promise<string | undefined> => {
        const names = await readdir(outbox).catch(() => []);
        const mails = names.filter((name) => name.endsWith('.eml'));
        for (const name of mails.sort().reverse()) {
          const mail = await simpleParser(await readFile(join(outbox, name)));
          if (mail.subject === subject) return /http\S+token=[\w-]+/.exec(mail.text!)![0];
        }
        return undefined;
      };
      return until(find, { withinMs: 60_000, everyMs: 100 });
    },
    async close() {
      await browser.close();
      await service.close();
      await receiver.close();
      await rm(folder, { recursive: true });
    },
  };
}
