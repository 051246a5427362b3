import { hourMs } from '@severe/async';
import { DataError, type Clock } from '@severe/base';
import type { Bulletin } from '@severe/db';
import { announce } from '../../announce.ts';
import { runParts } from '../../run-parts.ts';
import { emptyReport, type Feed, type FeedContext, type FeedReport } from '../../feed.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import type { TextListingRow } from './parse.ts';
import { issueToleranceMs, refuseFuture } from '../shared/is-future.ts';
import { productList, productMedia, productText } from '../shared/product-lists.ts';
import type { Parsed } from '../../parse/parsed.ts';
import { expectBody } from '../../parse/payload.ts';
import { describeProduct } from '../../parse/products.ts';

/**
 * Area forecast discussions and hazardous weather outlooks. Each has one list for all offices, which is asked for so many hours:
 * every office issues a discussion at least twice a day, and an outlook once. Older texts are stored already.
 */
const hoursOf = { AFD: 14, HWO: 30 };
const products = Object.keys(hoursOf) as (keyof typeof hoursOf)[];

/**
 * Bulletins of each kind per run. The first start needs more than a hundred, and the provider asks for a low request
 * rate; they arrive within 15 minutes.
 */
const budget = 45;
/** Retry interval after a failure. */
const retryMs = 30 * 60_000;
/** A fetched bulletin is not fetched again, even if it is too old to be stored. */
const never = Infinity;

/** Creates the feed of the newest bulletins of the forecast offices, each fetched once. */
export function createNwsText(): Feed {
  const listings = new Map<string, TextListingRow[]>();
  const notBefore = new Map<string, number>();

  /** @returns whether the response was a file with bulletins and no list */
  async function storeProduct(
    context: FeedContext,
    product: keyof typeof hoursOf,
    report: FeedReport,
  ): Promise<boolean> {
    const hour = Math.floor(context.clock().getTime() / hourMs); // for an hour the address stays, and requests are conditional
    const url = productList(product, new Date((hour - hoursOf[product]) * hourMs));
    const response = await context.fetcher.changedText(url, { accept: productMedia, maxBytes: 16 << 20 });
    if (response) {
      const { list, saved } = await parseInThread('textListOrFile', response.text, context.clock());
      for (const each of saved) {
        if (Object.hasOwn(hoursOf, each.product)) await store(context, each, report);
        else report.refused.push({ what: each.id, why: `expected AFD or HWO, got ${describeProduct(each.product)}` });
      }
      if (!list) return true;
      listings.set(product, checkListing(list, context.clock, report));
      response.markStored();
    }
    await storeDue(context, listings.get(product) ?? [], report);
    return false;
  }

  async function storeDue(context: FeedContext, listed: TextListingRow[], report: FeedReport): Promise<void> {
    const newest = newestOfEach(listed);
    const known = new Set(await context.db.bulletins.existing(newest.map(({ id }) => id)));
    const now = context.clock().getTime();
    const due = newest.filter(({ id }) => !known.has(id) && (notBefore.get(id) ?? 0) <= now);
    report.unchanged += newest.length - due.length;
    for (const { id } of due.slice(0, budget)) {
      notBefore.set(id, now + retryMs);
      await runParts(report, [[id, () => storeBulletin(context, id, report)]]);
    }
  }

  async function storeBulletin(context: FeedContext, id: string, report: FeedReport): Promise<void> {
    await store(context, await fetchBulletin(context, id), report);
    notBefore.set(id, never);
  }

  /** Removes the retry times of bulletins that are no longer listed. */
  function tidy(): void {
    const listed = new Set([...listings.values()].flat().map(({ id }) => id));
    for (const id of notBefore.keys()) if (!listed.has(id)) notBefore.delete(id);
  }

  return {
    id: 'nws-text',
    source: 'text',
    about: 'Forecast discussions and hazardous weather outlooks, from the API of the National Weather Service',
    everySeconds: 300,
    startDelaySeconds: 30,
    async run(context) {
      const report = emptyReport();
      const fetched: string[] = [];
      let isFile = false;
      await runParts(
        report,
        products.map((product) => [
          product,
          async () => {
            if (isFile) return; // the next file is read by the next run
            isFile = await storeProduct(context, product, report);
            fetched.push(product);
          },
        ]),
      );
      tidy();
      report.isResponseValid = isFile || fetched.length === products.length; // an unreadable text is not a failure of the source
      if (report.isResponseValid) await context.db.sourceRuns.recordData('text', context.clock());
      return report;
    },
  };
}

/** Checks the list. @throws {DataError} if it is empty, because there are always bulletins */
function checkListing(parsed: Parsed<TextListingRow>, clock: Clock, report: FeedReport): TextListingRow[] {
  const { rows, refused } = refuseFuture(
    parsed,
    clock,
    ({ issuedAt }) => issuedAt,
    ({ id }) => id,
    issueToleranceMs,
  );
  if (rows.length === 0) throw new DataError('listing', refused[0]?.why ?? 'expected bulletins, got an empty list');
  report.refused.push(...refused);
  return rows;
}

/** The newest bulletins of each office, several if they have the same time, as a correction may. Newest first. */
function newestOfEach(listed: TextListingRow[]): TextListingRow[] {
  const newest = new Map<string, number>();
  for (const { office, issuedAt } of listed) {
    newest.set(office, Math.max(newest.get(office) ?? 0, issuedAt.getTime()));
  }
  return listed
    .filter(({ office, issuedAt }) => issuedAt.getTime() === newest.get(office))
    .sort((a, b) => b.issuedAt.getTime() - a.issuedAt.getTime());
}

async function fetchBulletin({ fetcher }: FeedContext, id: string): Promise<Bulletin> {
  const text = await fetcher.text(productText(id), { accept: productMedia, maxBytes: 1 << 20 });
  const bulletin = await parseInThread('textProduct', expectBody(text, 'the text of the bulletin'));
  if (bulletin.id !== id) throw new DataError('bulletin', `expected ${id}, got ${bulletin.id}`);
  return bulletin;
}

async function store(context: FeedContext, bulletin: Bulletin, report: FeedReport): Promise<void> {
  const added = await context.db.bulletins.store([bulletin]);
  report.new += added;
  report.unchanged += 1 - added;
  if (added > 0) await announce(context, { source: 'text' });
}
