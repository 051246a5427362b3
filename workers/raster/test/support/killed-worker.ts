/** A raster worker as a process of its own, for tests that kill it. Settings come from the environment. */
import { createClock, loadSettings, silentLog } from '@severe/base';
import { openDatabase } from '@severe/db';
import { openPlatform } from '@severe/platform';
import { startRasterWorker } from '../../src/worker.ts';

const settings = loadSettings(process.env);
const clock = createClock();
const db = await openDatabase(settings, { log: silentLog, clock, simulated: false });
const platform = await openPlatform(settings, silentLog);
// Leases that end soon: a test that kills many workers cannot wait a minute after each.
const limits = { leaseMs: Number(process.env['TEST_LEASE_MS'] ?? 60_000), sweepMs: 100 };
const worker = startRasterWorker({ settings, db, platform, clock, log: silentLog, simulated: false, limits });
await worker.idle();
await worker.close();
await platform.close();
await db.close();
