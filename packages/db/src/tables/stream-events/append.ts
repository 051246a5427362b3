import { formatStamp, formatTime } from '@severe/base';
import { currentTraceparent, type Traceparent } from '@severe/tracing';
import { rowsOf, type DatabaseContext } from '../../context.ts';
import type { Handle } from '../../handle.ts';

/** Ids of the rows that a change touched, where a data set reports them. */
export interface ChangedIds {
  new: number[];
  updated: number[];
  ended?: number[];
}

/** Largest size of an event's data in bytes. Events are small; clients fetch the rest. */
const maxDataBytes = 4096;
/** Longest list of ids in an event. */
const maxIds = 200;

/** Takes the next number of the world's stream. Locks the position until the transaction ends. */
const nextPosition = `
insert into stream_positions as old (simulated, number, seconds)
select cast(:simulated as boolean), 1, cast(:seconds as bigint)`;
const orAfterTheLast = `
on conflict (simulated) do update set number = old.number + 1, seconds = greatest(old.seconds, excluded.seconds)
returning number, seconds`;

/**
 * Reports a change of a data set on the stream, as the last statement of the transaction that makes the change.
 *
 * @param source name of the event
 */
export async function appendDataEvent(
  trx: Handle,
  { simulated, clock }: DatabaseContext,
  source: string,
  ids: ChangedIds | undefined,
): Promise<void> {
  const publishedAt = clock();
  await rowsOf(
    trx,
    `with next as (${nextPosition} ${orAfterTheLast})
     insert into stream_events (simulated, number, seconds, source, data, published_at, traceparent)
     select :simulated, number, seconds, :source, :data, :publishedAt, :traceparent from next`,
    {
      simulated,
      seconds: secondsOf(publishedAt),
      source,
      data: dataOf(source, ids, publishedAt),
      publishedAt,
      traceparent: currentTraceparent(),
    },
  );
}

/**
 * Part of the statement that inserts a frame: reports it on the stream if it was inserted.
 *
 * @param inserted name of the common table expression that has a row if the frame is new
 */
export function frameEventSql(inserted: string): string {
  return `next as (${nextPosition} where exists (select from ${inserted}) ${orAfterTheLast})
    insert into stream_events (simulated, number, seconds, source, data, published_at, traceparent)
    select cast(:simulated as boolean), number, seconds, :family, :eventData, :publishedAt, :traceparent from next`;
}

/** The values that `frameEventSql` names, beside the frame's own. */
export function frameEventValues(frame: {
  family: string;
  product: string;
  runAt: Date | null;
  validAt: Date;
  publishedAt: Date;
}): { seconds: number; eventData: string; traceparent: Traceparent } {
  const { family, product, runAt, validAt, publishedAt } = frame;
  const eventData = JSON.stringify({
    source: family,
    ...(family === 'nexrad' ? { site: product } : { product }),
    ts: formatStamp(runAt ?? validAt),
    ...(runAt ? { run: formatTime(runAt), valid: formatStamp(validAt) } : {}),
    time: formatTime(validAt),
    published_at: formatTime(publishedAt),
  });
  return { seconds: secondsOf(publishedAt), eventData, traceparent: currentTraceparent() };
}

/** The JSON of a change. Lists of ids are shortened until the text fits; `more` is then true. */
function dataOf(source: string, ids: ChangedIds | undefined, publishedAt: Date): string {
  for (let longest = maxIds; ; longest = Math.floor(longest / 2)) {
    const cut = (list: number[]): number[] => list.slice(0, longest);
    const lists = ids && {
      new: cut(ids.new),
      updated: cut(ids.updated),
      ...(ids.ended ? { ended: cut(ids.ended) } : {}),
    };
    const more = ids && [ids.new, ids.updated, ids.ended ?? []].some(({ length }) => length > longest);
    const text = JSON.stringify({
      source,
      ...lists,
      ...(more ? { more } : {}),
      published_at: formatTime(publishedAt),
    });
    if (text.length <= maxDataBytes) return text;
  }
}

/** Unix seconds, rounded down. */
export function secondsOf(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
