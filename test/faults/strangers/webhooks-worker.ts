/** A process with the webhooks worker alone and its usual limits. Every name of a receiver leads to loopback. */
import { createClock, createLog, loadSettings } from '@severe/base';
import { openDatabase } from '@severe/db';
import { openPlatform } from '@severe/platform';
import { startWebhooksWorker } from '@severe/webhooks';

const settings = loadSettings(process.env);
const common = { clock: createClock(), log: createLog(process.env['LOG_LEVEL'] ?? 'silent'), simulated: false };
const db = await openDatabase(settings, common);
const platform = await openPlatform(settings, common.log);
const resolve = async (): Promise<string[]> => ['127.0.0.1'];
startWebhooksWorker({ ...common, settings, db, platform, resolve, publicUrl: 'https://wx.example.org' });
process.send?.('started');
