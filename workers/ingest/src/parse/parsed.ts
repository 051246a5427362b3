import { DataError, messageOf } from '@severe/base';

/** What a parser made of a payload. No rows and nothing refused means the provider truly says that there is nothing. */
export interface Parsed<Row> {
  rows: Row[];
  /** What could not be read, and why; the rest was. */
  refused: Refused[];
  /** What was read and is not served, counted by reason: rain among storm reports, a report that a later one corrects. */
  ignored: Record<string, number>;
}

export interface Refused {
  what: string;
  why: string;
}

/** Thrown or returned inside `collect` for an item that is sound and not served. */
export class Ignored {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

/** A payload of which more items than this cannot be read is of another form than was thought. */
const mostRefused = 5_000;

/**
 * Reads item by item: one that cannot be read is refused with its reason and the rest goes on.
 *
 * @throws {DataError} `form` when thousands of items cannot be read
 * @param nameOf what a refused item is called in health, from the item and its place in the list
 */
export function collect<Item, Row>(
  items: Iterable<Item>,
  nameOf: (item: Item, index: number) => string,
  read: (item: Item) => Row | Row[] | Ignored,
): Parsed<Row> {
  const parsed: Parsed<Row> = { rows: [], refused: [], ignored: {} };
  let index = 0;
  for (const item of items) {
    try {
      const read1 = read(item);
      if (read1 instanceof Ignored) parsed.ignored[read1.why] = (parsed.ignored[read1.why] ?? 0) + 1;
      else parsed.rows.push(...(Array.isArray(read1) ? read1 : [read1]));
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      parsed.refused.push({ what: nameOf(item, index), why: messageOf(error) });
      if (parsed.refused.length > mostRefused) {
        throw new DataError(
          'form',
          `more than ${mostRefused} items cannot be read, the last since: ${messageOf(error)}`,
        );
      }
    }
    index++;
  }
  return parsed;
}

/** Keeps one row of each key, the last one unless `better` says that the one before stays; the others count as ignored. */
export function newestOf<Row>(
  parsed: Parsed<Row>,
  keyOf: (row: Row) => string,
  later: (row: Row, before: Row) => boolean,
  why: string,
): Parsed<Row> {
  const kept = new Map<string, Row>();
  for (const row of parsed.rows) {
    const before = kept.get(keyOf(row));
    if (!before || later(row, before)) kept.set(keyOf(row), row);
  }
  const dropped = parsed.rows.length - kept.size;
  const ignored = dropped > 0 ? { ...parsed.ignored, [why]: dropped } : parsed.ignored;
  return { ...parsed, rows: [...kept.values()], ignored };
}
