// Runs what is documented against a demonstration: every shell line of docs/api.md, and every GET request as the page
// /api/v1/docs fills it in.
//
//   npm run documented [-- --url http://127.0.0.1:8080]
//
// Without --url it starts a demonstration and waits until all families have frames. A demonstration at --url must not know
// ann@example.org, who signs up, and needs RATE_LIMIT_ANONYMOUS=100000.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { commandProblems, shellLines } from '../test/support/documented-commands.ts';
import { exampleProblems } from '../test/support/documented-requests.ts';
import { startStormDay } from './hostile/storm-day.ts';
import { readOptions } from './support/read-options.ts';

const { values } = readOptions('npm run documented [-- --url http://127.0.0.1:8080]', {
  options: { url: { type: 'string' } },
});
const service = values.url === undefined ? await startStormDay({ RATE_LIMIT_ANONYMOUS: '100000' }) : undefined;
const url = values.url ?? service!.url;
const base = `${url}/api/v1`;

const place = 'lat=35.22&lon=-97.44';
/** Succeed as soon as a family has a frame of what the documents ask for. */
const firstFrames = [
  `/radar/point?${place}`,
  '/satellite/tiles/geocolor/6/15/24.png',
  '/nexrad/KTLX/reflectivity/8/58/100.png',
  '/nexrad/KTLX/velocity/8/58/100.png?tilt=1.3',
  `/hrrr/point?${place}`,
];

async function hasFrame(path: string): Promise<boolean> {
  return (await fetch(base + path)).ok;
}

try {
  for (const path of firstFrames) while (!(await hasFrame(path))) await pause(500);
  const lines = shellLines(readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8'));
  const wrong = { 'docs/api.md': await commandProblems(lines, url), '/docs': await exampleProblems(base, () => true) };
  for (const [where, problems] of Object.entries(wrong)) {
    console.log(`${where}: ${problems.length === 0 ? 'everything works' : `${problems.length} do not work`}`);
    for (const problem of problems) console.log(`  ${problem}`);
  }
  if (Object.values(wrong).some((problems) => problems.length > 0)) process.exitCode = 1;
} finally {
  await service?.close();
}
