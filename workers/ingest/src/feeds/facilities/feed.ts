import { simulatedList } from '@severe/db';
import { emptyReport, type Feed } from '../../feed.ts';
import { importOpened } from '../../imports/import-file.ts';
import { fileOf } from '../../imports/open-file.ts';
import { expectBody } from '../../parse/payload.ts';

/** A URL that only the simulated providers answer. */
const list = 'https://simulated.invalid/facilities.csv';

/** Fictitious facilities for a simulated world, imported once, unless other facilities have been imported. */
export const simulatedFacilities: Feed = {
  id: 'simulated-facilities',
  source: 'facilities',
  about: 'Fictitious hospitals, schools and others, only for a simulated world',
  everySeconds: 86_400,
  startDelaySeconds: 20,
  only: 'simulated',
  async run({ db, clock, fetcher, signal }) {
    if ((await db.places.edition('facilities')) !== undefined) {
      await db.sourceRuns.recordData('facilities', clock());
      return emptyReport();
    }
    const bytes = expectBody(await fetcher.bytes(list), 'the list of facilities');
    const report = await importOpened('facilities', fileOf('simulated.csv', bytes), db, {
      facilities: { source: simulatedList },
      onProgress: () => {},
      now: clock(),
      signal,
    });
    // The list has no odd rows of its own: one that cannot be read is a fault of the answer, such as its missing end.
    const refused = report.refused.map(({ why, example }) => ({ what: example, why, code: 'row' }));
    return { ...emptyReport(), new: report.new, changed: report.changed, unchanged: report.unchanged, refused };
  },
};
