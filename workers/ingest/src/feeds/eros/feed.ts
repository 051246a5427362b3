import type { Feed } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { createAreaFiles, type AreaFile } from '../outlooks/area-files.ts';
import { eroBulletins } from './bulletins.ts';
import { areaOf, fileOfDay } from './row.ts';

const files: AreaFile[] = [1, 2, 3].map((day) => ({
  name: fileOfDay(day),
  url: `https://www.wpc.ncep.noaa.gov/exper/eromap/geojson/${fileOfDay(day)}.geojson`,
  mayBeAbsent: false,
  async parse(text) {
    const parsed = await parseInThread('ero', text, day);
    return { ...parsed, rows: parsed.rows.map(areaOf) };
  },
}));

/** Creates the feed of the excessive rainfall outlooks of the Weather Prediction Center, from its static files. */
export function createWpcEros(): Feed {
  const about = 'Excessive rainfall outlooks for days 1 to 3, from the Weather Prediction Center';
  const feed = { id: 'wpc-eros', source: 'eros' as const, about, otherForms: [eroBulletins] };
  return createAreaFiles(feed, files, (db) => db.eros);
}
