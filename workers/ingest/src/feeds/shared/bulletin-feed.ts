import { hourMs } from '@severe/async';
import { DataError } from '@severe/base';
import { lateFactor, sources } from '@severe/catalogue';
import { emptyReport, type Feed, type FeedContext, type FeedReport, type OtherForm } from '../../feed.ts';
import type { Refused } from '../../parse/parsed.ts';
import { decode, expectBody } from '../../parse/payload.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';
import { suspicious } from './empty-list-check.ts';
import { productList, productMedia, productText } from './product-lists.ts';

const options = { accept: productMedia, maxBytes: 4 << 20 };

/** Older bulletins say nothing about the present. */
const oldestMs = 24 * hourMs;
/** Bulletins per run, newest first, so that the provider is asked at a low rate. */
const bulletinsPerRun = 20;

/** What a feed of bulletins reads. */
export interface BulletinSource {
  id: string;
  source: string;
  about: string;
  /** Codes of the products, which have one list each. */
  codes: string[];
  /** WMO headings of the bulletins in these lists that are about the source. Default: all. */
  heading?: RegExp;
  form: OtherForm;
  /** Whether its lists always name bulletins of the last days, so that none is a fault of the provider. Default: false. */
  isNeverEmpty?: boolean;
  /** Whether these facts are in bulletins alone: then they are always read. Default: they stand in for a late service. */
  isOnlySource?: boolean;
}

/**
 * Fetches bulletins. One that is missing or unreadable does not keep the others away.
 *
 * @returns texts by identifier, what is refused, and the first failure of another kind
 */
async function fetchEach(
  { fetcher }: FeedContext,
  ids: string[],
): Promise<{ texts: Map<string, string>; refused: Refused[]; failure: unknown }> {
  const texts = new Map<string, string>();
  const refused: Refused[] = [];
  let failure: unknown;
  const fetchOne = async (id: string): Promise<void> => {
    const text = await fetcher.text(productText(id), options);
    texts.set(id, decode(expectBody(text, `bulletin ${id}`)));
  };
  const results = await Promise.allSettled(ids.map(fetchOne));
  results.forEach((result, i) => {
    if (result.status === 'fulfilled') return;
    const error: unknown = result.reason;
    if (error instanceof DataError) refused.push({ what: ids[i], why: error.message, code: error.code });
    else failure ??= error;
  });
  return { texts, refused, failure };
}

/** Number of items that were read, served or not. */
function countRead({ new: found, changed, unchanged, ignored = {} }: FeedReport): number {
  return Object.values(ignored).reduce((sum, count) => sum + count, found + changed + unchanged);
}

/**
 * Creates the feed of the bulletins of a source, from the API of the weather service. A second source makes no requests until
 * the data of the first one are late, and stops when they are back. While none of what is new can be read, or the newest
 * bulletin is missing, the run fails and the data grow old: an unreadable source must not read as a quiet one. A missing
 * bulletin with a newer one beside it is refused alone.
 */
export function createBulletinFeed(bulletins: BulletinSource): Feed {
  const { id, source, about, codes, heading, form, isNeverEmpty = false, isOnlySource = false } = bulletins;
  let read = new Set<string>();
  const { cadenceSeconds } = sources.find((each) => each.id === source)!;

  async function isFirstLate({ db, clock }: FeedContext): Promise<boolean> {
    const newest = await db.sourceRuns.serviceAt(source);
    return newest === null || clock().getTime() - newest.getTime() > lateFactor * cadenceSeconds * 1000;
  }

  /**
   * Reads the lists.
   *
   * @returns identifiers of recent bulletins, newest first, and the entries that are refused
   */
  async function readLists({
    fetcher,
    clock,
  }: FeedContext): Promise<{ ids: string[]; refused: Refused[]; isReadable: boolean }> {
    const since = new Date(clock().getTime() - oldestMs);
    const lists = codes.map(async (code) => {
      const text = await fetcher.text(productList(code, since), options);
      return text === undefined ? undefined : parseInThread('textListing', text);
    });
    const parsed = (await Promise.all(lists)).filter((list) => list !== undefined);
    if (parsed.length === 0) throw new DataError('gone', `expected a list of ${codes.join(', ')}, got 404 for all`);
    if (isNeverEmpty && parsed.every(({ rows, refused }) => rows.length + refused.length === 0))
      throw new DataError(suspicious, `expected bulletins in the list of ${codes.join(', ')}, got none`);
    const entries = parsed.flatMap(({ rows }) => rows);
    const refused = parsed.flatMap((list) => list.refused);
    const ids = entries
      .filter(({ wmo, issuedAt }) => (heading?.test(wmo) ?? true) && clock().getTime() - issuedAt.getTime() < oldestMs)
      .toSorted((a, b) => b.issuedAt.getTime() - a.issuedAt.getTime())
      .map((entry) => entry.id);
    return { ids, refused, isReadable: entries.length > 0 || refused.length === 0 };
  }

  return {
    id,
    source,
    about,
    everySeconds: 120,
    startDelaySeconds: 180, // the first source has had its turn
    async run(context) {
      if (!isOnlySource && !(await isFirstLate(context))) return { ...emptyReport(), isIdle: true };
      const list = await readLists(context);
      const { ids } = list;
      read = new Set(ids.filter((each) => read.has(each)));
      const due = ids.filter((each) => !read.has(each));
      const some = due.slice(0, bulletinsPerRun);
      const { texts, refused, failure } = await fetchEach(context, some);
      const report = texts.size > 0 ? await form.store(context, [...texts.values()]) : emptyReport();
      const isReadable = report.refused.length === 0 || countRead(report) > 0;
      report.refused.push(...list.refused, ...refused);
      if (isReadable) for (const each of texts.keys()) read.add(each);
      if (failure) throw failure;
      const isCurrent = list.isReadable && isReadable && (ids.length === 0 || read.has(ids[0]));
      if (isCurrent && !isOnlySource) await context.db.sourceRuns.recordData(source, context.clock(), 'second');
      return { ...report, isResponseValid: isCurrent, more: isReadable && texts.size > 0 && due.length > some.length };
    },
  };
}
