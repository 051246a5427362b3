import { announce } from '../../announce.ts';
import { emptyReport, type Feed } from '../../feed.ts';
import { readCounties } from './read-counties.ts';

/** Counties per statement, which has a timeout of two seconds. */
const batchSize = 100;

/** The bundled county shapes, stored once. Imported shapes are not replaced. */
export const counties: Feed = {
  id: 'counties',
  source: 'counties',
  about: 'Bundled shapes of counties',
  everySeconds: 86_400,
  startDelaySeconds: 15,
  async run(context) {
    const { db, clock, signal } = context;
    await db.sourceRuns.recordData('counties', clock());
    const [missing] = await db.zones.missing(['county/AKC013', 'county/WYC045']); // the first and the last county
    if (missing === undefined) return emptyReport();
    const shapes = await readCounties();
    for (let i = 0; i < shapes.length; i += batchSize) {
      signal.throwIfAborted();
      await db.zones.put(shapes.slice(i, i + batchSize));
    }
    await announce(context, { source: 'alerts' }); // alerts without a polygon are found through counties
    return { ...emptyReport(), new: shapes.length };
  },
};
