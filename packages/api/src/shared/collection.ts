import { dayMs, mapInSteps } from '@severe/async';
import { formatTime } from '@severe/base';
import type { DataSet, DataSetName, Page, Tables, UncountedPage } from '@severe/db';
import { apiPrefix, asOfSeconds, assertKnown, cacheControl, Reply, type Call } from '@severe/http';
import type { ApiContext } from '../context.ts';
import { geoJson, membersText } from './feature.ts';

/** Describes a list of features: how to find and present them. */
export interface Listing<Row> {
  path: string;
  /** Names of the data sets of the list. */
  dataSets: readonly DataSetName[];
  /** Maximum cache time in seconds, if the data do not change. */
  seconds: number;
  /**
   * @param db what it reads is cancelled when all callers are gone
   * @returns rows; `members`: additional members of the collection; `clientSeconds`: cache time for clients, if it
   * differs from that of the endpoint
   */
  find: (
    moment: Moment,
    db: Tables,
  ) => Promise<(Page<Row> | UncountedPage<Row>) & { members?: object; clientSeconds?: number }>;
  /** Presents a row as the text of a feature, or of several separated by commas. @param at the time that counts as now */
  feature: (row: Row, at: Date) => string;
  /** Number of features in the text of a row. Default: 1. */
  count?: (row: Row) => number;
  /** How far back `as_of` can go, in milliseconds. Default: as far as earlier states are kept. */
  keptMs?: number;
}

/** What a list shows: the state of now, or that of an earlier moment. */
interface Moment {
  /** The time that counts as now. */
  at: Date;
  /** The same if the caller has asked for it. */
  asOf: Date | undefined;
}

type ListCall = Pick<Call<any, any>, 'canonicalQuery' | 'wanted'> & {
  query: { limit: number; offset?: number; through?: number; as_of?: Date | undefined };
};

/**
 * Replies with a page of features, from the response cache if the data are unchanged. A call without `offset` has one
 * page.
 */
export function replyWithCollection<Row>(call: ListCall, context: ApiContext, listing: Listing<Row>): Promise<Reply> {
  const { path, dataSets, seconds, find, feature, count } = listing;
  const { limit, offset, through, as_of: asOf } = call.query;
  return context.replyFromCache({
    key: `${path}?${call.canonicalQuery()}`,
    dataSets,
    seconds,
    caller: call.wanted(),
    async make(sets, wanted) {
      const now = context.clock();
      const moment = { at: asOf ?? now, asOf };
      if (asOf) assertKnown(asOf, now, keptSince(listing, sets, context));
      const found = await find(moment, context.db.whileWanted(wanted, sets));
      const { rows, members = {} } = found;
      const clientSeconds = asOf ? asOfSeconds(asOf, now, seconds) : found.clientSeconds;
      const hasNext = 'matched' in found ? (offset ?? 0) + limit < found.matched : found.more;
      const links = pageLinks(`${context.publicUrl()}${apiPrefix}${path}`, call, {
        limit,
        offset,
        through: through ?? found.through,
        hasNext,
      });
      const head = {
        type: 'FeatureCollection',
        ...('matched' in found ? { numberMatched: found.matched } : {}),
        numberReturned: count ? rows.reduce((sum, row) => sum + count(row), 0) : rows.length,
        timeStamp: newestOf(sets, asOf),
        links,
      };
      const open = `${JSON.stringify(head).slice(0, -1)}${membersText(members)},"features":[`;
      const texts = await mapInSteps(rows, (row) => feature(row, moment.at));
      const body = count ? joined(open, texts, ']}') : `${open}${texts.join(',')}]}`;
      const headers = linkHeader(links);
      if (clientSeconds !== undefined) headers['Cache-Control'] = cacheControl({ seconds: clientSeconds });
      return createReply(body, geoJson, sets, headers);
    },
  });
}

/** Joins long texts with commas into bytes. Joining them as one string first takes three times as long. */
function joined(open: string, texts: string[], close: string): Uint8Array {
  const comma = Buffer.from(',');
  const parts = texts.flatMap((text, i) => (i === 0 ? [Buffer.from(text)] : [comma, Buffer.from(text)]));
  return Buffer.concat([Buffer.from(open), ...parts, Buffer.from(close)]);
}

/**
 * Creates a reply with `Last-Modified` from the data sets.
 *
 * @param isCurrent whether it is still true while the data are unchanged; default: yes
 */
export function createReply(
  body: string | Uint8Array,
  media: string,
  sets: DataSet[],
  headers: Record<string, string> = {},
  isCurrent?: () => boolean,
): Reply {
  const changedAt = Math.max(...sets.map((set) => set.changedAt.getTime()));
  const modified: Record<string, string> =
    sets.length > 0 ? { 'Last-Modified': new Date(changedAt).toUTCString() } : {};
  return new Reply(
    200,
    { 'Content-Type': media, ...modified, ...headers },
    typeof body === 'string' ? Buffer.from(body) : body,
    isCurrent,
  );
}

/** Begin of what is known of the subject of a list, which is its first data set; undefined if there never was any. */
function keptSince<Row>({ dataSets, keptMs }: Listing<Row>, sets: DataSet[], context: ApiContext): Date | undefined {
  const subject = sets.find(({ name }) => name === dataSets[0]);
  const { clock, retention } = context;
  const oldest = clock().getTime() - (keptMs ?? retention.pastRetentionDays * dayMs);
  return subject && new Date(Math.max(subject.pastSince.getTime(), oldest));
}

/** Time of the newest data of these sets, at most `asOf`; null if there is none. */
function newestOf(sets: DataSet[], asOf: Date | undefined): string | null {
  const latest = asOf?.getTime() ?? Infinity;
  const times = sets.flatMap(({ dataAt }) => (dataAt ? [Math.min(dataAt.getTime(), latest)] : []));
  return times.length > 0 ? formatTime(new Date(Math.max(...times))) : null;
}

interface Link {
  rel: 'self' | 'next' | 'prev';
  href: string;
}

/** Position of a page in its list. */
interface Place {
  limit: number;
  offset: number | undefined;
  through: number | undefined;
  /** Whether a next page exists. */
  hasNext: boolean;
}

function pageLinks(url: string, { canonicalQuery }: ListCall, { limit, offset, through, hasNext }: Place): Link[] {
  const at = (rel: Link['rel'], changes: Record<string, string | undefined>): Link => {
    const query = canonicalQuery(changes);
    return { rel, href: query === '' ? url : `${url}?${query}` };
  };
  const from = (start: number) => ({
    offset: start > 0 ? String(start) : undefined,
    through: through === undefined ? undefined : String(through),
  });
  if (offset === undefined) return [at('self', {})];
  return [
    at('self', {}),
    ...(hasNext ? [at('next', from(offset + limit))] : []),
    ...(offset > 0 ? [at('prev', from(Math.max(0, offset - limit)))] : []),
  ];
}

/** Adjacent pages as a Link header (RFC 8288). */
function linkHeader(links: Link[]): Record<string, string> {
  const pages = links.filter(({ rel }) => rel !== 'self').map(({ rel, href }) => `<${href}>; rel="${rel}"`);
  return pages.length > 0 ? { Link: pages.join(', ') } : {};
}
