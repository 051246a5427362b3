import { announce } from '../../announce.ts';
import { emptyReport, type Feed } from '../../feed.ts';
import { readCounties } from './read-counties.ts';

/** A hundred counties go into a statement, which has two seconds. */
const atOnce = 100;

/** The shapes of the counties that come with the program, stored once; what was imported before or after them stays. */
export const counties: Feed = {
  id: 'counties',
  source: 'counties',
  about: 'Shapes of counties that come with the program',
  everySeconds: 86_400,
  startDelaySeconds: 15,
  async run(context) {
    const { db, clock } = context;
    await db.sourceRuns.recordData('counties', clock());
    const [missing] = await db.zones.missing(['county/AKC013', 'county/WYC045']); // the first and the last of them
    if (missing === undefined) return emptyReport();
    const shapes = await readCounties();
    for (let i = 0; i < shapes.length; i += atOnce) await db.zones.put(shapes.slice(i, i + atOnce));
    await announce(context, { source: 'alerts' }); // those without a polygon are found through them
    return { ...emptyReport(), new: shapes.length };
  },
};
