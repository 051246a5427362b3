import { readdirSync } from 'node:fs';
import { pagesDir } from '@severe/viewer';
import { join } from 'node:path';
import type { Dice } from '../../../benchmarks/api/world.ts';

/** A kind of large answer. */
export interface SlowAnswer {
  name: string;
  method?: string;
  headers?: Record<string, string>;
  /** With random parameters where there are some, so that no two answers share memory. */
  path: (dice: Dice) => string;
}

const api = '/api/v1';
const box = (dice: Dice): string =>
  [-125 + dice.between(0, 1), 24 + dice.between(0, 1), -66 - dice.between(0, 1), 50 - dice.between(0, 1)]
    .map((value) => value.toFixed(6))
    .join(',');
const deepTile = (dice: Dice): string => `10/${dice.whole(200, 270)}/${dice.whole(370, 430)}`;

/** Lists and pictures that are made for each request. */
const made: SlowAnswer[] = [
  {
    name: '20,000 flashes',
    path: (dice) => `${api}/lightning?minutes=${dice.whole(15, 180)}&limit=20000&bbox=${box(dice)}`,
  },
  { name: '1,000 alerts', path: (dice) => `${api}/alerts?limit=1000&offset=${dice.whole(0, 1000)}&bbox=${box(dice)}` },
  { name: '1,000 ended alerts', path: (dice) => `${api}/alerts?limit=1000&active=false&offset=${dice.whole(0, 8000)}` },
  { name: '1,000 reports', path: (dice) => `${api}/reports?limit=1000&bbox=${box(dice)}` },
  { name: '1,000 observations', path: (dice) => `${api}/observations?limit=1000&bbox=${box(dice)}` },
  { name: '1,000 gauges', path: (dice) => `${api}/gauges?limit=1000&bbox=${box(dice)}` },
  {
    name: 'a film strip',
    path: (dice) => `${api}/radar/loop/composite-reflectivity/${deepTile(dice)}.webp?minutes=60&interval=2`,
  },
  { name: 'a tile of values', path: (dice) => `${api}/radar/values/composite-reflectivity/${deepTile(dice)}.png` },
  { name: 'a tile of 512 pixels', path: (dice) => `${api}/satellite/tiles/ir/${deepTile(dice)}@2x.png` },
  {
    name: 'a tile of an archive',
    path: (dice) => `${api}/radar/tiles/composite-reflectivity/6/${dice.whole(11, 18)}/${dice.whole(22, 27)}.png`,
  },
  {
    name: 'a county boundary',
    path: (dice) => `${api}/jurisdiction/boundary?fips=${dice.one(['40109', '48201', '06071', '06037', '36061'])}`,
  },
];

/**
 * Every large kind of answer, each as it is and compressed.
 *
 * @param withData whether the service has data, from which most of them are made
 */
export async function slowAnswers(url: string, withData: boolean): Promise<SlowAnswer[]> {
  const assets = readdirSync(join(pagesDir, 'assets'));
  const archive = `/assets/${assets.find((name) => name.endsWith('.pmtiles'))}`;
  const scripts = assets
    .filter((name) => /^(add-detail|counties-10m)-.*\.js(on)?$/.test(name))
    .map((name) => `/assets/${name}`);
  const { status } = await fetch(`${url}${archive}`, { method: 'HEAD' });
  if (status !== 200) throw new Error(`the base map has status ${status}`);
  const fixed: SlowAnswer[] = [
    { name: 'the base map', path: () => archive },
    { name: 'a large part of the base map', headers: { Range: 'bytes=1-' }, path: () => archive },
    { name: 'several parts of the base map', headers: { Range: 'bytes=0-,1-' }, path: () => archive },
    { name: 'a malformed part of the base map', headers: { Range: 'bytes 0-' }, path: () => archive },
    { name: 'the head of the base map', method: 'HEAD', path: () => archive },
    ...scripts.map((path) => ({ name: path, path: () => path })),
    { name: 'the OpenAPI document', path: () => `${api}/openapi.json` },
    { name: 'the script of the reference', path: () => `${api}/docs/swagger-ui-bundle.js` },
    { name: 'the live stream', path: () => `${api}/stream` },
  ];
  const all = withData ? [...made, ...fixed] : fixed;
  const compressed = all.map((answer) => ({
    ...answer,
    name: `${answer.name}, compressed`,
    headers: { ...answer.headers, 'Accept-Encoding': 'gzip' },
  }));
  return [...all, ...compressed];
}
