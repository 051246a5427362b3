import type { OutlookArea } from '@severe/db';
import type { Feed } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { createAreaFiles, type AreaFile } from './area-files.ts';
import { outlookBulletins } from './bulletins.ts';
import type { OutlookType } from './row.ts';

const products = 'https://www.spc.noaa.gov/products';

const hazards: [name: string, type: OutlookType][] = [
  ['torn', 'tornado'],
  ['hail', 'hail'],
  ['wind', 'wind'],
];

/** All files. The `severe` type of day 3 is not served. */
export const outlookFiles: AreaFile[] = [
  ...[1, 2, 3].map((day) => file('outlook', `day${day}otlk_cat`, day, 'categorical')),
  ...[1, 2].flatMap((day) => [
    ...hazards.map(([name, type]) => hazardFile(day, name, type)),
    ...hazards.map(([name, type]) => file('outlook', hatchedFile(day, name), day, type)),
  ]),
  ...[4, 5, 6, 7, 8].map((day) => file('exper/day4-8', `day${day}prob`, day, 'categorical')),
];

/** Creates the feed of the convective outlooks of the Storm Prediction Center, from its static files. */
export function createSpcOutlooks(): Feed {
  const about = 'Convective outlooks for days 1 to 8, from the Storm Prediction Center';
  const feed = { id: 'spc-outlooks', source: 'outlooks' as const, about, otherForms: [outlookBulletins] };
  return createAreaFiles(feed, outlookFiles, (db) => db.outlooks);
}

/** Since March 2026 hatched areas have files of their own. The files of the probabilities have them too. */
function hazardFile(day: number, name: string, type: OutlookType): AreaFile {
  const copies = { file: hatchedFile(day, name), isCopy: ({ significant }: OutlookArea) => significant };
  return { ...file('outlook', `day${day}otlk_${name}`, day, type), copies };
}

function hatchedFile(day: number, name: string): string {
  return `day${day}otlk_cig${name}`;
}

function file(folder: string, name: string, day: number, type: OutlookType): AreaFile {
  return {
    name,
    url: `${products}/${folder}/${name}.lyr.geojson`,
    mayBeAbsent: !name.endsWith('_cat'),
    ...(day === 1 ? { earlierUrl: (now: Date) => archived(name, now) } : {}),
    parse: (text) => parseInThread('outlook', text, { day, type }),
  };
}

/**
 * The issuance of 01 UTC in the archive. It covers the night from 06 UTC on, when the current one begins at 12 UTC. The
 * archive has the times of issue in its names: `day1otlk_20260521_0100_cat`.
 */
function archived(name: string, now: Date): string {
  const date = now.toISOString().slice(0, 10).replaceAll('-', '');
  return `${products}/outlook/archive/${date.slice(0, 4)}/${name.replace('_', `_${date}_0100_`)}.lyr.geojson`;
}
