import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { StreamPosition } from '@severe/db';
import { CountedResponse } from '@severe/http';
import type { EventLog } from './event-log.ts';
import { chunkOf, keepAliveChunk, lastChunk, type StreamChunk } from './event-text.ts';

/** A client with more unsent bytes than this is cut. */
const maxUnsentBytes = 1 << 20;

/** A client that does not close its side of an ended connection is cut after this. */
const closingMs = 5000;

/**
 * One open stream: a cursor in the event log and a socket.
 *
 * The bytes go to the socket itself, already in chunks, so that ten thousand clients share one buffer and `node:http`
 * does not frame each copy again.
 */
export class StreamConnection {
  /** Number of the last event that was written or passed over. */
  #cursor: number;
  #ended = false;
  #drained = 0;
  readonly #socket: Socket;
  readonly #response: ServerResponse;
  /** Ends the count of what waited at the last keep-alive. */
  #release = (): void => {};
  readonly #chunked: boolean;
  readonly #sources: ReadonlySet<string> | undefined;
  readonly #onCut: () => void;

  /**
   * @param cursor  number of the event after which the client listens
   * @param sources events to write; all if undefined
   * @param onCut   called when the client is cut
   */
  constructor(
    request: IncomingMessage,
    response: ServerResponse,
    options: { headers: string[]; cursor: number; sources: ReadonlySet<string> | undefined; onCut?: () => void },
  ) {
    this.#socket = request.socket;
    this.#response = response;
    this.#chunked = request.httpVersion !== '1.0';
    this.#cursor = options.cursor;
    this.#sources = options.sources;
    this.#onCut = options.onCut ?? (() => {});
    this.#socket.setNoDelay(true);
    this.#socket.setTimeout(0);
    response.useChunkedEncodingByDefault = this.#chunked;
    const framing = this.#chunked ? ['Transfer-Encoding', 'chunked'] : ['Connection', 'close'];
    response.writeHead(200, [...options.headers, ...framing]);
    response.flushHeaders();
  }

  get ended(): boolean {
    return this.#ended || this.#socket.destroyed;
  }

  /** Writes text that only this client gets. */
  writeText(text: string): void {
    this.#write(chunkOf(text));
  }

  /** Writes the events after the cursor that the client wants. */
  deliver(log: EventLog): void {
    const { number } = log.position;
    if (this.ended || this.#cursor === number) return;
    const sources = this.#sources;
    const chunks = sources
      ? log.after(this.#cursor).flatMap(({ source, chunk }) => (sources.has(source) ? [chunk] : []))
      : log.piecesAfter(this.#cursor);
    this.#cursor = number;
    for (const chunk of chunks) this.#write(chunk);
  }

  /** Passes over the events before a position. */
  skipTo(position: StreamPosition): void {
    this.#cursor = position.number;
  }

  /**
   * Writes a comment, and cuts a client that has read nothing since the last one. What waits for one that reads slowly counts
   * towards what all connections may hold.
   */
  keepAlive(): void {
    const { writableLength, bytesWritten } = this.#socket;
    const drained = bytesWritten - writableLength;
    if (writableLength > 0 && drained === this.#drained) this.#cut();
    this.#drained = drained;
    this.#release();
    const isCounted = writableLength > 0 && this.#response instanceof CountedResponse;
    this.#release = isCounted ? this.#response.holdUnsent({ byteLength: writableLength }) : () => {};
    this.#write(keepAliveChunk);
  }

  /** Writes a last event and ends the body and the connection. */
  end(text: string): void {
    if (this.ended) return;
    this.writeText(text);
    this.#ended = true;
    this.#socket.setTimeout(closingMs, () => this.#socket.destroy());
    if (this.#chunked) this.#socket.end(lastChunk);
    else this.#socket.end();
  }

  #write({ plain, chunked }: StreamChunk): void {
    if (this.ended) return;
    this.#socket.write(this.#chunked ? chunked : plain);
    if (this.#socket.writableLength > maxUnsentBytes) this.#cut();
  }

  #cut(): void {
    this.#ended = true;
    this.#socket.resetAndDestroy(); // the system forgets what it has not sent, too
    this.#onCut();
  }
}
