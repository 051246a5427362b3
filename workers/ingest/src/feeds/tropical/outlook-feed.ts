import { DataError } from '@severe/base';
import { announce } from '../../announce.ts';
import { runParts } from '../../run-parts.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import type { Fetched } from './freshness.ts';
import { mapLayer } from './map-layer.ts';
import type { Basin } from './row.ts';
import { createEmptyListCheck } from '../shared/empty-list-check.ts';
import { isFuture, issueToleranceMs } from '../shared/is-future.ts';
import { asGaps, rejectUnreadable } from '../../parse/parsed.ts';
import type { Payload } from '../../parse/payload.ts';

/**
 * The text of each basin. That of the central Pacific is sometimes part of the eastern one, and then its file does not
 * exist.
 */
const texts: { basin: Basin; url: string; mayBeAbsent: boolean }[] = [
  { basin: 'al', url: 'https://www.nhc.noaa.gov/xml/TWOAT.xml', mayBeAbsent: false },
  { basin: 'ep', url: 'https://www.nhc.noaa.gov/xml/TWOEP.xml', mayBeAbsent: false },
  { basin: 'cp', url: 'https://www.nhc.noaa.gov/xml/TWOCP.xml', mayBeAbsent: true },
];
const options = { timeoutMs: 15_000, maxBytes: 16 << 20 };

const noneIssued = 'No tropical weather outlook of its own is issued for this basin at present.';

/** Creates the feed of the outlooks: the text of each basin and the map of all. */
export function createNhcOutlook(fetched: Fetched): Feed {
  const checkEmptyList = createEmptyListCheck();

  async function storeText(context: FeedContext, file: (typeof texts)[number], report: FeedReport): Promise<void> {
    const { basin } = file;
    const response = await fetchText(context, file);
    if (response) {
      const outlook =
        response.text === undefined ? undefined : await parseInThread('basinOutlook', response.text, basin);
      if (outlook && isFuture(outlook.issuedAt, context.clock, issueToleranceMs)) {
        throw new DataError('future', `expected an outlook of the past, got one of ${outlook.issuedAt.toISOString()}`);
      }
      if (outlook && outlook.basin !== basin) throw new DataError('basin', `expected ${basin}, got ${outlook.basin}`);
      const stored = () => context.db.tropicalOutlooks.count({ basin });
      await checkEmptyList(`outlook areas of ${basin}`, outlook === undefined, stored);
      const { areas, ...content } = outlook ?? { basin, issuedAt: null, headline: noneIssued, areas: [] };
      await count(context, await context.db.tropicalOutlooks.storeText(content, areas), report);
      response.markStored();
    }
    await fetched(context, basin);
  }

  async function storeMapAreas(context: FeedContext, report: FeedReport): Promise<void> {
    const response = await context.fetcher.changedText(mapLayer(3), options);
    if (!response) return;
    const { rows, refused } = await parseInThread('outlookAreas', response.text);
    rejectUnreadable({ rows, refused }, 'areas');
    report.refused.push(...asGaps(refused));
    const stored = () => context.db.tropicalOutlooks.count('drawn');
    await checkEmptyList('outlook areas on the map', rows.length === 0, stored);
    await count(context, await context.db.tropicalOutlooks.storeMap(rows), report);
    if (refused.length === 0) response.markStored();
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
        ['areas', () => storeMapAreas(context, report)],
      ]);
      return report;
    },
  };
}

/** The changed text, if any. Its `text` is undefined if the file does not exist and need not exist. */
async function fetchText(
  { fetcher }: FeedContext,
  { url, mayBeAbsent }: (typeof texts)[number],
): Promise<{ text: Payload | undefined; markStored: () => void } | undefined> {
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
