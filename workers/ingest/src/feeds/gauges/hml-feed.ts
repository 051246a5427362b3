import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { productList, productMedia, productText } from '../shared/product-lists.ts';
import { hmlBulletins, readHml, storeRuns } from './hml-bulletins.ts';
import type { StageFlowRow } from './row.ts';
import { runOrRefuse } from './store-gauges.ts';
import type { Payload } from '../../parse/payload.ts';

/** Bulletins per run, newest first. Offices send some hundred an hour. */
const bulletinsPerRun = 10;
/** Maximum age of a bulletin. Older ones have been replaced. */
const oldestMs = 60 * 60_000;
const maxBytes = 16 << 20;

/** Creates the feed of HML bulletins, in which offices exchange observed and forecast stages. */
export function createHml(): Feed {
  let fetched = new Set<string>();

  return {
    id: 'nws-hml',
    source: 'gauges',
    about: 'Observed and forecast river stages, as forecast offices exchange them',
    everySeconds: 60,
    startDelaySeconds: 150, // after the gauges, because readings of unknown gauges are not stored
    otherForms: [hmlBulletins],
    async run(context) {
      const report = { ...emptyReport(), isResponseValid: true };
      const since = new Date(context.clock().getTime() - oldestMs);
      const text = await context.fetcher.text(productList('HML', since), { accept: productMedia, maxBytes });
      if (text === undefined) return report;
      const rows: StageFlowRow[] = [];
      try {
        await readListed(context, text, report, (bulletin, near) => readHml(bulletin, near, rows, report));
      } finally {
        await storeRuns(context, rows, report); // also what was read before the provider failed
      }
      return report;
    },
  };

  /** Fetches listed bulletins that are new, and reads them from the oldest to the newest. */
  async function readListed(
    { fetcher, clock }: FeedContext,
    listing: Payload,
    report: FeedReport,
    read: (bulletin: string, near: Date) => Promise<void>,
  ): Promise<void> {
    const from = clock().getTime() - oldestMs;
    const { rows } = await parseInThread('textListing', listing);
    fetched = new Set(rows.filter(({ id }) => fetched.has(id)).map(({ id }) => id));
    const fresh = rows
      .filter(({ id, issuedAt }) => !fetched.has(id) && issuedAt.getTime() >= from)
      .slice(0, bulletinsPerRun);
    for (const { id } of fresh.reverse()) {
      await runOrRefuse(report, id, async () => {
        const text = await fetcher.text(productText(id), { accept: productMedia, maxBytes });
        if (text === undefined) return;
        const { text: bulletin, issuedAt } = await parseInThread('textProduct', text);
        await read(bulletin, issuedAt);
      });
      fetched.add(id); // an unavailable provider is asked for it again
    }
  }
}
