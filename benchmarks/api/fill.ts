import { alerts } from './fill-alerts.ts';
import { gauges } from './fill-gauges.ts';
import { lightning } from './fill-lightning.ts';
import { observations } from './fill-observations.ts';
import { reports } from './fill-reports.ts';
import { openLoad, type Fill } from './world.ts';

/** Data of a stormy afternoon, one file per subject. */
const fills: Fill[] = [alerts, observations, lightning, gauges, reports];

/** Migrates an empty database and fills it through the service's tables; updates the planner statistics. */
export async function fillDatabase(databaseUrl: string, log: (line: string) => void): Promise<void> {
  const db = await openLoad(databaseUrl);
  try {
    for (const { of, run } of fills) {
      const startedAt = performance.now();
      await run(db);
      log(`filled with ${of} in ${Math.round((performance.now() - startedAt) / 1000)} s`);
    }
  } finally {
    await db.close();
  }
}
