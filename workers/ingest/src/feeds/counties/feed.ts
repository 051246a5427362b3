import { countyName, jobs } from '@severe/catalogue';
import { termsEdition, termsOf, type BundledCounty, type PlaceWithTerms } from '@severe/db';
import { announce } from '../../announce.ts';
import { emptyReport, type Feed } from '../../feed.ts';
import { bundledCounties, countiesEdition } from './read-counties.ts';

/** Characters of shapes per statement, which has a timeout of two seconds. A vertex takes four to five. */
const batchLength = 1 << 18;

/** The bundled county shapes, stored once per edition. Imported shapes are not replaced. */
export const counties: Feed = {
  id: 'counties',
  source: 'counties',
  about: 'Bundled shapes of counties',
  everySeconds: 86_400,
  startDelaySeconds: 15,
  async run(context) {
    const { db, clock, signal } = context;
    const report = emptyReport();
    const edition = `${await countiesEdition()}, ${termsEdition}`;
    if ((await db.places.edition('bundled counties')) !== edition) {
      for await (const batch of bundledCounties(batchLength)) {
        signal.throwIfAborted();
        const stored = await db.zones.putBundled(batch);
        await db.places.put(countyPlaces(batch, await db.zones.pointsInside(batch.map(({ ugc }) => ugc))));
        report.new += stored.new;
        report.changed += stored.changed;
      }
      await db.places.recordEdition('bundled counties', edition);
      await announce(context, { source: 'alerts' }); // alerts without a polygon are found through counties
      await context.queue.wake(jobs.matchAlerts); // alerts for these counties were matched without them
    }
    await db.sourceRuns.recordData('counties', clock());
    return report;
  },
};

/** Counties as places that are found by name: `Cleveland County`. A county without a point inside is left out. */
function countyPlaces(
  counties: Pick<BundledCounty, 'ugc' | 'name'>[],
  points: { ugc: string; lat: number; lon: number }[],
): PlaceWithTerms[] {
  const pointOf = new Map(points.map(({ ugc, lat, lon }) => [ugc, { lat, lon }]));
  return counties.flatMap((county) => {
    const point = pointOf.get(county.ugc);
    if (!point) return [];
    const name = countyName(county);
    return {
      id: `county/${county.ugc}`,
      kind: 'county',
      name,
      town: null,
      state: county.ugc.slice(0, 2),
      country: 'us',
      population: 0,
      ...point,
      terms: termsOf([name, county.name]),
    };
  });
}
