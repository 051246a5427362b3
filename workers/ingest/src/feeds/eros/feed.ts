import type { OutlookArea } from '@severe/db';
import type { Feed } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { createAreaFiles, type AreaFile } from '../outlooks/area-files.ts';
import type { EroRow } from './row.ts';

const files: AreaFile[] = [1, 2, 3].map((day) => ({
  name: `Day${day}_Latest`,
  url: `https://www.wpc.ncep.noaa.gov/exper/eromap/geojson/Day${day}_Latest.geojson`,
  mayBeAbsent: false,
  async parse(text) {
    const parsed = await parseInThread('ero', text, day);
    return { ...parsed, rows: parsed.rows.flatMap(areaOf) };
  },
}));

/** Creates the feed of the excessive rainfall outlooks of the Weather Prediction Center, from its static files. */
export function createWpcEros(): Feed {
  const about = 'Excessive rainfall outlooks for days 1 to 3, from the Weather Prediction Center';
  return createAreaFiles({ id: 'wpc-eros', source: 'eros', about }, files, (db) => db.eros);
}

/** Converts a row to an outlook area. Rows of the text product have no area. */
function areaOf(row: EroRow): OutlookArea[] {
  const { day, category, categoryRank, probability, issuedAt, validFrom, validTo, colour, fill, area } = row;
  if (!area) return [];
  const risk = { risk: category, riskRank: categoryRank, probability, significant: false };
  return [{ day, type: 'rainfall', ...risk, issuedAt, validFrom, validTo, colour, fill, area }];
}
