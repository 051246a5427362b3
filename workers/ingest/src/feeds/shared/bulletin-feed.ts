import { hourMs } from '@severe/async';
import { DataError } from '@severe/base';
import { lateFactor, sources } from '@severe/catalogue';
import { emptyReport, type Feed, type FeedContext, type OtherForm } from '../../feed.ts';
import { expectBody } from '../../parse/payload.ts';
import { parseInThread } from '../../thread/parse-in-thread.ts';

const service = 'https://api.weather.gov/products';
const options = { accept: 'application/ld+json', maxBytes: 4 << 20 };

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
  /** Whether these facts are in bulletins alone: then they are always read. Default: they stand in for a late service. */
  isOnlySource?: boolean;
}

/**
 * Creates the feed of the bulletins of a source, from the API of the weather service. A second source makes no requests until
 * the data of the first one are late, and stops when they are back.
 */
export function createBulletinFeed(bulletins: BulletinSource): Feed {
  const { id, source, about, codes, heading, form, isOnlySource = false } = bulletins;
  let read = new Set<string>();
  const { cadenceSeconds } = sources.find((each) => each.id === source)!;

  async function isFirstLate({ db, clock }: FeedContext): Promise<boolean> {
    const newest = await db.sourceRuns.serviceAt(source);
    return newest === null || clock().getTime() - newest.getTime() > lateFactor * cadenceSeconds * 1000;
  }

  /** The identifiers of recent bulletins, newest first. */
  async function listed({ fetcher, clock }: FeedContext): Promise<string[]> {
    const lists = await Promise.all(codes.map((code) => fetcher.text(`${service}/types/${code}`, options)));
    const found = lists.filter((text) => text !== undefined);
    if (found.length === 0) throw new DataError('gone', `expected a list of ${codes.join(', ')}, got 404 for all`);
    const entries = (await Promise.all(found.map((text) => parseInThread('textListing', text)))).flatMap(
      ({ rows }) => rows,
    );
    return entries
      .filter(({ wmo, issuedAt }) => (heading?.test(wmo) ?? true) && clock().getTime() - issuedAt.getTime() < oldestMs)
      .toSorted((a, b) => b.issuedAt.getTime() - a.issuedAt.getTime())
      .map((entry) => entry.id);
  }

  return {
    id,
    source,
    about,
    everySeconds: 120,
    startDelaySeconds: 180, // the first source has had its turn
    async run(context) {
      if (!isOnlySource && !(await isFirstLate(context))) return { ...emptyReport(), isIdle: true };
      const ids = await listed(context);
      read = new Set(ids.filter((each) => read.has(each)));
      const due = ids.filter((each) => !read.has(each));
      const some = due.slice(0, bulletinsPerRun);
      const texts = await Promise.all(
        some.map(async (each) =>
          expectBody(await context.fetcher.text(`${service}/${encodeURIComponent(each)}`, options), `bulletin ${each}`),
        ),
      );
      const report = texts.length > 0 ? await form.store(context, texts) : emptyReport();
      for (const each of some) read.add(each);
      if (!isOnlySource) await context.db.sourceRuns.recordData(source, context.clock(), 'second');
      return { ...report, isResponseValid: true, more: due.length > some.length };
    },
  };
}
