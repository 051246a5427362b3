import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, silentLog, type Clock } from '@severe/base';
import type { AlertEvent, Database, NewWebhook, Webhook } from '@severe/db';
import { testDatabase } from '@severe/db/testing/database';
import { alertEvent } from '@severe/db/testing/rows/alert-event';
import { newUser } from '@severe/db/testing/rows/new-user';
import { newWebhook } from '@severe/db/testing/rows/new-webhook';
import { openPlatform, type Platform } from '@severe/platform';
import { openHttpsReceiver, type HttpsReceiver } from '@severe/testing/https-receiver';
import { startWebhooksWorker, type WebhooksWorker, type WebhooksWorkerOptions } from '../../src/worker.ts';

/** The worker with real stores, a receiver, and a clock that stands where it is put. */
export interface TestWorker {
  db: Database;
  platform: Platform;
  receiver: HttpsReceiver;
  user: number;
  /** Moves the clock on. */
  pass(ms: number): void;
  /** Starts a worker. Its sweeps are far apart, so that `idle` alone matches and delivers. */
  start(options?: Partial<WebhooksWorkerOptions>): WebhooksWorker;
  addWebhook(change?: Partial<NewWebhook>): Promise<Webhook>;
  storeAlert(change?: Partial<AlertEvent>): Promise<void>;
  close(): Promise<void>;
}

export const someTime = new Date('2026-05-20T22:20:00Z');

export async function openTestWorker(): Promise<TestWorker> {
  const dataDir = await mkdtemp(join(tmpdir(), 'severe-webhooks-'));
  const settings = loadSettings({ DATA_DIR: dataDir, WEBHOOK_ALLOW_PRIVATE: 'true' });
  let time = someTime.getTime();
  const clock: Clock = () => new Date(time);
  const db = await testDatabase({ clock });
  const platform = await openPlatform(settings, silentLog);
  const receiver = await openHttpsReceiver();
  const user = (await db.users.insert(newUser()))!.id;
  const workers: WebhooksWorker[] = [];
  return {
    db,
    platform,
    receiver,
    user,
    pass: (ms) => (time += ms),
    start(options = {}) {
      const worker = startWebhooksWorker({
        settings,
        db,
        platform,
        clock,
        log: silentLog,
        publicUrl: 'https://wx.example.org',
        simulated: false,
        receiverCa: receiver.ca,
        ...options,
        limits: { sweepMs: 1e9, ...options.limits },
      });
      workers.push(worker);
      return worker;
    },
    addWebhook: async (change = {}) =>
      (await db.webhooks.insert(user, newWebhook({ url: receiver.url, ...change }), 1000))!,
    storeAlert: async (change = {}) => void (await db.alerts.store([alertEvent(change)])),
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await receiver.close();
      await platform.close();
      await db.close();
      await rm(dataDir, { recursive: true });
    },
  };
}
