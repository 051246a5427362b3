import { setImmediate } from 'node:timers/promises';
import { DataError, messageOf } from '@severe/base';
import { lookUp } from './fields.ts';

/** The result of a parser. Without rows and refused items, the provider has nothing to report. */
export interface Parsed<Row> {
  rows: Row[];
  /** Items that could not be parsed, with the reason. */
  refused: Refused[];
  /**
   * Number of valid items that are not served, by reason: rain among storm reports, or a report that a later one
   * corrects.
   */
  ignored: Record<string, number>;
}

/** An item that could not be parsed. */
export interface Refused {
  /** Identifies the item in the payload. */
  what: string;
  /** Reason, one line. */
  why: string;
  /** Code of the error, for a part of a source that failed as a whole. */
  code?: string;
}

/** Returned inside `collect` for a valid item that is not served. */
export class Ignored {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

/** Maximum number of refused items. A payload with more has an unexpected format. */
const maxRefused = 5_000;

/** Parses one item: its row or rows, or `Ignored`. */
type ReadItem<Item, Row> = (item: Item) => Row | Row[] | Ignored;

/** Names a refused item for the report, by the item and its index. */
type NameOf<Item> = (item: Item, index: number) => string;

/**
 * Parses items one by one. An item that cannot be parsed is refused with its reason.
 *
 * @throws {DataError} `form` if thousands of items cannot be parsed
 */
export function collect<Item, Row>(
  items: Iterable<Item>,
  nameOf: NameOf<Item>,
  read: ReadItem<Item, Row>,
): Parsed<Row> {
  const parsed = nothingParsed<Row>();
  let index = 0;
  for (const item of items) readInto(parsed, item, index++, nameOf, read);
  return parsed;
}

/**
 * As `collect`, but yields to the event loop between batches.
 *
 * @param batchSize items per batch; they should take a few milliseconds
 */
export async function collectInTurns<Item, Row>(
  items: Item[],
  nameOf: NameOf<Item>,
  read: ReadItem<Item, Row>,
  batchSize = 100,
): Promise<Parsed<Row>> {
  const parsed = nothingParsed<Row>();
  for (const [index, item] of items.entries()) {
    if (index % batchSize === 0) await setImmediate();
    readInto(parsed, item, index, nameOf, read);
  }
  return parsed;
}

/**
 * Rejects a payload of which no item could be read.
 *
 * @throws {DataError} with this code and the reason of the first item
 */
export function rejectUnreadable({ rows, refused }: Pick<Parsed<unknown>, 'rows' | 'refused'>, code: string): void {
  if (rows.length === 0 && refused.length > 0) throw new DataError(code, refused[0].why);
}

/** Code of an item whose absence reads as "none". */
export const gap = 'gap';

/**
 * Refused items of a list in which what is missing reads as "none", such as the areas of an outlook: they fail a run, also beside
 * items that could be read.
 */
export function asGaps(refused: readonly Refused[]): Refused[] {
  return refused.map((item) => ({ code: gap, ...item }));
}

function nothingParsed<Row>(): Parsed<Row> {
  return { rows: [], refused: [], ignored: {} };
}

function readInto<Item, Row>(
  { rows, refused, ignored }: Parsed<Row>,
  item: Item,
  index: number,
  nameOf: NameOf<Item>,
  read: ReadItem<Item, Row>,
): void {
  try {
    const found = read(item);
    if (found instanceof Ignored) ignored[found.why] = (lookUp(ignored, found.why) ?? 0) + 1;
    else if (Array.isArray(found)) rows.push(...found);
    else rows.push(found);
  } catch (error) {
    if (!(error instanceof DataError)) throw error;
    refused.push({ what: nameOf(item, index), why: messageOf(error) });
    if (refused.length > maxRefused) {
      throw new DataError(
        'form',
        `more than ${maxRefused} items cannot be parsed, the last one because: ${messageOf(error)}`,
      );
    }
  }
}

/** Selects one row per key, the one that is `later` than the others. The others are counted as ignored. */
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
