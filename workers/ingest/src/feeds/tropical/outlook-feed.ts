import { DataError } from '@severe/base';
import { announce } from '../../announce.ts';
import { runParts } from '../../run-parts.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import type { Fetched } from './freshness.ts';
import { mapLayer } from './map-layer.ts';
import { parseBasinOutlook } from './parse-outlook.ts';
import { parseOutlookAreas } from './parse-shapes.ts';
import type { Basin } from './row.ts';
import { createEmptyListCheck } from '../shared/empty-list-check.ts';

/** The text of each basin; that of the central Pacific is at times a part of the eastern's, and then there is no file. */
const texts: { basin: Basin; url: string; mayBeAbsent: boolean }[] = [
  { basin: 'al', url: 'https://www.nhc.noaa.gov/xml/TWOAT.xml', mayBeAbsent: false },
  { basin: 'ep', url: 'https://www.nhc.noaa.gov/xml/TWOEP.xml', mayBeAbsent: false },
  { basin: 'cp', url: 'https://www.nhc.noaa.gov/xml/TWOCP.xml', mayBeAbsent: true },
];
const options = { timeoutMs: 15_000, maxBytes: 16 << 20 };

const noneIssued = 'No tropical weather outlook of its own is issued for this basin at present.';

/** Outlooks of the three basins: the words of each, and what the map draws of all. */
export function createNhcOutlook(fetched: Fetched): Feed {
  const checkEmptyList = createEmptyListCheck();

  async function storeText(context: FeedContext, file: (typeof texts)[number], report: FeedReport): Promise<void> {
    const { basin } = file;
    const answer = await fetchText(context, file);
    if (answer) {
      const outlook = answer.text === undefined ? undefined : parseBasinOutlook(answer.text);
      if (outlook && outlook.basin !== basin) throw new DataError('basin', `expected ${basin}, got ${outlook.basin}`);
      const stored = () => context.db.tropicalOutlooks.count({ basin });
      await checkEmptyList(`outlook areas of ${basin}`, outlook === undefined, stored);
      const { areas, ...said } = outlook ?? { basin, issuedAt: null, headline: noneIssued, areas: [] };
      await count(context, await context.db.tropicalOutlooks.storeText(said, areas), report);
      answer.markStored();
    }
    await fetched(context, basin);
  }

  async function storeMap(context: FeedContext, report: FeedReport): Promise<void> {
    const answer = await context.fetcher.changedText(mapLayer(3), options);
    if (!answer) return;
    const { rows, refused } = parseOutlookAreas(answer.text);
    report.refused.push(...refused);
    if (rows.length === 0 && refused.length > 0) return; // nothing could be read: that is not nothing
    const stored = () => context.db.tropicalOutlooks.count('drawn');
    await checkEmptyList('outlook areas on the map', rows.length === 0, stored);
    await count(context, await context.db.tropicalOutlooks.storeMap(rows), report);
    answer.markStored();
  }

  return {
    id: 'nhc-outlook',
    source: 'tropical',
    about: 'Tropical weather outlooks of the Atlantic and the Pacific, from the National Hurricane Center',
    everySeconds: 300,
    async run(context) {
      const report = emptyReport();
      await runParts(report, [
        ...texts.map((file): [string, () => Promise<void>] => [
          `outlook of ${file.basin}`,
          () => storeText(context, file, report),
        ]),
        ['areas', () => storeMap(context, report)],
      ]);
      return report;
    },
  };
}

/** The text that is new, if any; its own text is undefined where there may be no file, and is none. */
async function fetchText(
  { fetcher }: FeedContext,
  { url, mayBeAbsent }: (typeof texts)[number],
): Promise<{ text: string | undefined; markStored: () => void } | undefined> {
  try {
    return await fetcher.changedText(url, { ...options, accept: 'application/rss+xml' });
  } catch (error) {
    const isAbsent = mayBeAbsent && error instanceof DataError && error.code === 'gone';
    if (!isAbsent) throw error;
    return { text: undefined, markStored() {} };
  }
}

async function count(context: FeedContext, isNew: boolean, report: FeedReport): Promise<void> {
  if (!isNew) return void report.unchanged++;
  report.new++;
  await announce(context, { source: 'tropical' });
}
