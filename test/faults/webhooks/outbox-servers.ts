import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClock, loadSettings, silentLog } from '@severe/base';
import { openDatabase, type Database } from '@severe/db';
import { openPlatform, type Platform } from '@severe/platform';
import { freePort } from '@severe/testing/free-port';
import type { HttpsReceiver } from '@severe/testing/https-receiver';
import { startPostgres, startRedis, type Victim } from '../../../scripts/faults/victims.ts';

/** Servers of their own for a dispatcher and a test beside it. */
export interface OutboxServers {
  /** Settings of the dispatcher, which trusts the receiver. */
  env: Record<string, string> & { DATABASE_URL: string };
  postgres: Victim;
  redis: Victim;
  db: Database;
  platform: Platform;
}

/** @param folder for the files of the servers */
export async function startOutboxServers(folder: string, receiver: HttpsReceiver): Promise<OutboxServers> {
  const [postgresPort, redisPort] = await Promise.all([freePort(), freePort()]);
  const postgres = await startPostgres(join(folder, 'postgres'), postgresPort);
  const redis = await startRedis(folder, redisPort);
  await writeFile(join(folder, 'ca.pem'), receiver.ca);
  const env = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
  };
  const settings = loadSettings(env);
  const db = await openDatabase(settings, { log: silentLog, clock: createClock(), simulated: false });
  return { env, postgres, redis, db, platform: await openPlatform(settings, silentLog) };
}
