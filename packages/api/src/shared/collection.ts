import { formatTime } from '@severe/base';
import type { DataSet, DataSetName, LongPage, Page } from '@severe/db';
import { apiPrefix, cacheControl, Reply, type Call } from '@severe/http';
import type { ApiContext } from '../context.ts';
import { geoJson, membersText } from './feature.ts';

/** How a list of features is found and shown. */
export interface Listing<Row> {
  path: string;
  /** Names of the data sets that it is made of. */
  of: readonly DataSetName[];
  /** How long an answer is good where time alone changes it. */
  seconds: number;
  /**
   * @returns `members`: those beside the ones that every collection has; `goodSeconds`: how long clients may keep the
   *   answer, where that is not as long as others of the endpoint
   */
  find: () => Promise<(Page<Row> | LongPage<Row>) & { members?: object; goodSeconds?: number }>;
  /** A row as the text of a feature, or of some with commas between them. */
  feature: (row: Row) => string;
  /** How many features a row's text holds; one when absent. */
  count?: (row: Row) => number;
}

type ListCall = Pick<Call<any, any>, 'normalised'> & { query: { limit: number; offset?: number; through?: number } };

/**
 * Answers with a page of features, from memory where the same was asked of the same data. What knows no `offset` has one
 * page only.
 */
export function answerCollection<Row>(call: ListCall, context: ApiContext, listing: Listing<Row>): Promise<Reply> {
  const { path, of, seconds, find, feature, count } = listing;
  const { limit, offset, through } = call.query;
  return context.answers({
    key: `${path}?${call.normalised()}`,
    of,
    seconds,
    async make(sets) {
      const found = await find();
      const { rows, members = {}, goodSeconds } = found;
      const goesOn = 'matched' in found ? (offset ?? 0) + limit < found.matched : found.more;
      const links = pageLinks(`${context.publicUrl()}${apiPrefix}${path}`, call, {
        limit,
        offset,
        through: through ?? found.through,
        goesOn,
      });
      const head = {
        type: 'FeatureCollection',
        ...('matched' in found ? { numberMatched: found.matched } : {}),
        numberReturned: count ? rows.reduce((sum, row) => sum + count(row), 0) : rows.length,
        timeStamp: newestOf(sets),
        links,
      };
      const open = `${JSON.stringify(head).slice(0, -1)}${membersText(members)},"features":[`;
      const texts = rows.map(feature);
      const body = count ? joined(open, texts, ']}') : `${open}${texts.join(',')}]}`;
      const headers = linkHeader(links);
      if (goodSeconds !== undefined) headers['Cache-Control'] = cacheControl({ seconds: goodSeconds });
      return replyOf(body, geoJson, sets, headers);
    },
  });
}

/** Long texts with commas between them, as bytes: to join them as one text first takes three times as long. */
function joined(open: string, texts: string[], close: string): Uint8Array {
  const comma = Buffer.from(',');
  const parts = texts.flatMap((text, i) => (i === 0 ? [Buffer.from(text)] : [comma, Buffer.from(text)]));
  return Buffer.concat([Buffer.from(open), ...parts, Buffer.from(close)]);
}

/** A body with what the data says of it: when it changed, and, beside that, headers of its own. */
export function replyOf(
  body: string | Uint8Array,
  media: string,
  sets: DataSet[],
  headers: Record<string, string> = {},
): Reply {
  const changedAt = Math.max(...sets.map((set) => set.changedAt.getTime()));
  const modified: Record<string, string> =
    sets.length > 0 ? { 'Last-Modified': new Date(changedAt).toUTCString() } : {};
  return new Reply(
    200,
    { 'Content-Type': media, ...modified, ...headers },
    typeof body === 'string' ? Buffer.from(body) : body,
  );
}

/** Time of the newest data of these sets; null before there is any. */
function newestOf(sets: DataSet[]): string | null {
  const times = sets.flatMap(({ dataAt }) => (dataAt ? [dataAt.getTime()] : []));
  return times.length > 0 ? formatTime(new Date(Math.max(...times))) : null;
}

interface Link {
  rel: 'self' | 'next' | 'prev';
  href: string;
}

/** Where a page is in its list. */
interface Place {
  limit: number;
  offset: number | undefined;
  through: number | undefined;
  /** Whether there is a next one. */
  goesOn: boolean;
}

function pageLinks(url: string, { normalised }: ListCall, { limit, offset, through, goesOn }: Place): Link[] {
  const at = (rel: Link['rel'], changes: Record<string, string | undefined>): Link => {
    const query = normalised(changes);
    return { rel, href: query === '' ? url : `${url}?${query}` };
  };
  const from = (start: number) => ({
    offset: start > 0 ? String(start) : undefined,
    through: through === undefined ? undefined : String(through),
  });
  if (offset === undefined) return [at('self', {})];
  return [
    at('self', {}),
    ...(goesOn ? [at('next', from(offset + limit))] : []),
    ...(offset > 0 ? [at('prev', from(Math.max(0, offset - limit)))] : []),
  ];
}

/** The pages beside this one as a Link header (RFC 8288). */
function linkHeader(links: Link[]): Record<string, string> {
  const pages = links.filter(({ rel }) => rel !== 'self').map(({ rel, href }) => `<${href}>; rel="${rel}"`);
  return pages.length > 0 ? { Link: pages.join(', ') } : {};
}
