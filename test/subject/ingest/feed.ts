import { announce } from '../../../workers/ingest/src/announce.ts';
import { emptyReport, type Feed, type FeedContext } from '../../../workers/ingest/src/feed.ts';
import { expectBody } from '../../../workers/ingest/src/parse/payload.ts';
import type { IceJams } from '../db/table.ts';
import { parseIceJams } from './parse.ts';

const url = 'https://ice.example.gov/jams.geojson';

/** Ice jams on rivers. */
export const iceJamFeed = {
  id: 'ice-jams',
  source: 'ice_jams', // its entry in catalogue/src/sources.ts
  about: 'Ice jams on rivers',
  everySeconds: 900,
  async run(context: FeedContext & { db: { iceJams: IceJams } }) {
    const { fetcher, db, clock } = context;
    const { rows, refused } = parseIceJams(expectBody(await fetcher.text(url), 'a list of ice jams'));
    const ids = rows.length > 0 ? await db.iceJams.store(rows) : [];
    if (ids.length > 0) await announce(context, { source: 'ice_jams', new: ids });
    await db.sourceRuns.recordData('ice_jams', clock());
    return { ...emptyReport(), new: ids.length, unchanged: rows.length - ids.length, refused, isResponseValid: true };
  },
} satisfies Omit<Feed, 'run'> & { run: unknown };
