/** A process with the webhooks worker alone, for tests that kill it. Settings come from the environment. */
import { createClock, createLog, loadSettings } from '@severe/base';
import { openDatabase } from '@severe/db';
import { openPlatform } from '@severe/platform';
import { startWebhooksWorker } from '@severe/webhooks';

const settings = loadSettings(process.env);
const clock = createClock();
const common = { clock, log: createLog(process.env['LOG_LEVEL'] ?? 'silent'), simulated: false };
const db = await openDatabase(settings, common);
const platform = await openPlatform(settings, common.log);
// Short times: a test that kills many workers cannot wait for the usual ones.
const limits = { leaseMs: 2000, sweepMs: 500, cycleEveryMs: 1000 };
startWebhooksWorker({ ...common, settings, db, platform, limits, publicUrl: 'https://wx.example.org' });
process.send?.('started');
