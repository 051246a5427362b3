import type { Database } from '@severe/db';

/** Inserts the row of an HRRR frame. Its objects do not exist: the API reads the row alone. */
export async function insertHrrrFrame(db: Database, runAt: string, hour: number, product = 't2m'): Promise<void> {
  const run = new Date(runAt);
  await db.frames.insert({
    family: 'hrrr',
    product,
    runAt: run,
    validAt: new Date(run.getTime() + hour * 3_600_000),
    publishedAt: new Date(run.getTime() + 3_600_000 + hour * 60_000),
    tilesKey: null,
    tilesBytes: 0,
    valuesKey: `frames/hrrr/${product}/values.tif`,
    valuesBytes: 1000,
    simulated: true,
  });
}
