import { formatTime } from '@severe/base';
import type { StreamPosition } from '@severe/db';

/** Bytes of one piece of the stream, made once and written to every client. */
export interface StreamChunk {
  /** As the event stream has it. */
  plain: Buffer;
  /** The same as one chunk of `Transfer-Encoding: chunked` (RFC 9112, 7.1). */
  chunked: Buffer;
}

/** The `retry` line of a new connection: milliseconds that a browser waits before it reconnects. */
export const retryText = 'retry: 3000\n\n';

/** A comment keeps the connection open through proxies. */
export const keepAliveChunk = chunkOf(': keep-alive\n\n');

/** Ends a chunked body. */
export const lastChunk = Buffer.from('0\r\n\r\n');

/** The id of an event: Unix seconds and sequence number, such as `1779315484-0007`. */
function eventId({ seconds, number }: StreamPosition): string {
  return `${seconds}-${String(number).padStart(4, '0')}`;
}

/** The position that an id names, or undefined if the text is no id. */
export function parseEventId(text: string): StreamPosition | undefined {
  const [, seconds, number] = /^(\d{1,12})-(\d{4,15})$/.exec(text) ?? [];
  return number === undefined ? undefined : { seconds: Number(seconds), number: Number(number) };
}

/** One event in the form of the standard (WHATWG HTML, 9.2.6). `data` is one line. */
export function eventText(position: StreamPosition, name: string, data: string): string {
  return `id: ${eventId(position)}\nevent: ${name}\ndata: ${data}\n\n`;
}

/** An event that is about the connection itself: `ready`, `reset`, `bye`. */
export function controlText(
  name: 'ready' | 'reset' | 'bye',
  position: StreamPosition,
  { time, version, replay }: { time: Date; version?: string; replay?: object },
): string {
  return eventText(position, name, JSON.stringify({ source: name, time: formatTime(time), version, replay }));
}

/** Joins chunks in order to pieces of at most `bytes` as they are sent, or of one chunk. */
export function joined(chunks: readonly StreamChunk[], bytes: number): StreamChunk[] {
  const groups: StreamChunk[][] = [];
  let size = Infinity;
  for (const chunk of chunks) {
    size += chunk.chunked.length;
    if (size > bytes) {
      groups.push([]);
      size = chunk.chunked.length;
    }
    groups.at(-1)!.push(chunk);
  }
  return groups.map((group) => ({
    plain: Buffer.concat(group.map(({ plain }) => plain)),
    chunked: Buffer.concat(group.map(({ chunked }) => chunked)),
  }));
}

/** Prepares bytes for both transfer codings. */
export function chunkOf(text: string): StreamChunk {
  const plain = Buffer.from(text);
  const chunked = Buffer.concat([Buffer.from(`${plain.length.toString(16)}\r\n`), plain, Buffer.from('\r\n')]);
  return { plain, chunked };
}
