import type { ModelId } from '@severe/catalogue';
import type { Database } from '@severe/db';

/** Inserts the row of a frame of HRRR, or of another model. Its objects do not exist: the API reads the row alone. */
export async function insertHrrrFrame(
  db: Database,
  runAt: string,
  hour: number,
  product = 't2m',
  family: ModelId = 'hrrr',
): Promise<void> {
  const run = new Date(runAt);
  await db.frames.insert({
    family,
    product,
    runAt: run,
    validAt: new Date(run.getTime() + hour * 3_600_000),
    publishedAt: new Date(run.getTime() + 3_600_000 + hour * 60_000),
    tilesKey: null,
    tilesBytes: 0,
    valuesKey: `frames/${family}/${product}/values.tif`,
    valuesBytes: 1000,
    simulated: true,
  });
}
