// `npm run person -- [--url URL --minutes 10 --people 1 --seed 1]`: people at the map of a service, each of whom pans, zooms, changes
// products, plays and clicks without pause. Prints what they cost, and exits with 1 if one was refused, counted too often, or saw two
// times on one screen. The limit of the service must be its default.
import { browserOptions } from '@severe/testing/browser';
import { chromium } from 'playwright-core';
import { visit, type Visit } from '../test/walks/support/person.ts';
import { readOptions } from './support/read-options.ts';

const { values } = readOptions('npm run person [-- --url http://127.0.0.1:8080 --minutes 10 --people 1 --seed 1]', {
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:8080' },
    minutes: { type: 'string', default: '10' },
    people: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
});
const [minutes, people, seed] = [values.minutes, values.people, values.seed].map(Number);
/** Requests of a person that count, in any minute. */
const mostCounted = 150;

if (!browserOptions) throw new Error('there is no Chromium');
const browser = await chromium.launch(browserOptions);
try {
  const visits = await Promise.all(
    Array.from({ length: people }, async (_, i) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      return visit(await context.newPage(), values.url, { seconds: 60 * minutes, seed: seed + i });
    }),
  );
  for (const [i, { kinds, ...counts }] of visits.entries()) {
    console.log(`person ${i + 1}:`, JSON.stringify(counts));
    for (const [kind, requests, counted] of kinds) console.log(`  ${kind.padEnd(40)} ${requests}, counted ${counted}`);
  }
  const isBad = ({ refused, mostCounted: counted, contradictions }: Visit) =>
    refused > 0 || counted > mostCounted || contradictions.length > 0;
  if (visits.some(isBad)) process.exitCode = 1;
} finally {
  await browser.close();
}
