import { ServerResponse, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { silentLog, type Log } from '@severe/base';
import { clientAddress } from './client-address.ts';

/** What a response keeps in memory: the memory behind its bytes, which other responses may share. */
type Memory = Pick<ArrayBufferLike, 'byteLength'>;

/** A response that its client has not taken yet. */
interface Held {
  response: ServerResponse;
  socket: Socket;
  memory: Memory;
}

interface UnsentBytesOptions {
  /** Bytes that all connections may hold together. */
  maxBytes: number;
  /** Number of trusted proxies, to tell clients apart. */
  trustProxy?: number;
  log?: Log;
}

const nothing = (): void => {};

/** After a cut there is room for new responses, so that the next one does not cut again. */
const roomShare = 1 / 4;

/**
 * The bytes of all responses that wait for their clients, and of bodies that clients are sending. Memory that several of them share counts once: a thousand clients of
 * a cached list hold one list. Beyond the bound, connections are cut: of the client that holds most the oldest one, again and
 * again. So a client that reads nothing loses its own connections, and others keep theirs.
 */
export class UnsentBytes {
  readonly #maxBytes: number;
  readonly #trustProxy: number;
  readonly #log: Log;
  /** In the order in which they began to wait. */
  readonly #held = new Set<Held>();
  readonly #holders = new Map<Memory, number>();
  readonly #bySocket = new WeakMap<Socket, Set<Held>>();
  #bytes = 0;
  #cuts = 0;

  constructor({ maxBytes, trustProxy = 0, log = silentLog }: UnsentBytesOptions) {
    this.#maxBytes = maxBytes;
    this.#trustProxy = trustProxy;
    this.#log = log;
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Connections that have been cut. */
  get cuts(): number {
    return this.#cuts;
  }

  /**
   * Counts the memory of a body, sent or received, until the response is sent, or its connection is closed.
   *
   * @returns ends it earlier
   */
  hold(response: ServerResponse, memory: Memory): () => void {
    const { socket } = response.req;
    if (socket.destroyed) return nothing;
    const held = { response, socket, memory };
    const ofSocket = this.#heldBy(socket);
    ofSocket.add(held);
    this.#held.add(held);
    const holders = this.#holders.get(memory) ?? 0;
    if (holders === 0) this.#bytes += memory.byteLength;
    this.#holders.set(memory, holders + 1);
    const release = (): void => {
      response.off('close', release);
      this.#release(held);
    };
    response.once('close', release);
    if (this.#bytes > this.#maxBytes) this.#cutSome();
    return release;
  }

  /** What a connection holds. A response that waits behind others of its connection learns nothing of the end of it. */
  #heldBy(socket: Socket): Set<Held> {
    const known = this.#bySocket.get(socket);
    if (known) return known;
    const created = new Set<Held>();
    this.#bySocket.set(socket, created);
    socket.once('close', () => this.#releaseAll(socket));
    return created;
  }

  #releaseAll(socket: Socket): void {
    for (const held of this.#bySocket.get(socket) ?? []) this.#release(held);
  }

  #release(held: Held): void {
    if (!this.#held.delete(held)) return;
    const { socket, memory } = held;
    this.#bySocket.get(socket)?.delete(held);
    const left = this.#holders.get(memory)! - 1;
    if (left > 0) this.#holders.set(memory, left);
    else {
      this.#holders.delete(memory);
      this.#bytes -= memory.byteLength;
    }
  }

  /** Cuts connections until there is room. The last one stays: a body may be larger than the bound. */
  #cutSome(): void {
    const clients = this.#heldByClients();
    const target = this.#maxBytes * (1 - roomShare);
    const before = this.#cuts;
    while (this.#bytes > target && this.#held.size > 1) {
      const greatest = greatestOf(clients.values());
      const oldest = greatest.held.shift()!;
      greatest.bytes -= this.#shareOf(oldest);
      if (greatest.held.length === 0) clients.delete(greatest.client);
      if (!this.#held.has(oldest)) continue; // its connection has been cut
      this.#releaseAll(oldest.socket);
      oldest.socket.resetAndDestroy(); // the system forgets what it has not sent, too
      this.#cuts++;
    }
    this.#log.warn({ connections: this.#cuts - before }, 'cut the connections of clients that do not read');
  }

  #heldByClients(): Map<string, OfClient> {
    const clients = new Map<string, OfClient>();
    for (const held of this.#held) {
      const { headers, socket } = held.response.req;
      const forwarded = headers['x-forwarded-for'] as string | undefined; // Node joins repeated headers into one
      const client = clientAddress(socket.remoteAddress, forwarded, this.#trustProxy);
      const known = clients.get(client) ?? { client, held: [], bytes: 0 };
      clients.set(client, known);
      known.held.push(held);
      known.bytes += this.#shareOf(held);
    }
    return clients;
  }

  /** Bytes of a response. Responses that share memory have equal parts of it. */
  #shareOf({ memory }: Held): number {
    return memory.byteLength / (this.#holders.get(memory) ?? 1);
  }
}

/** What the connections of a client hold, the oldest first. */
interface OfClient {
  client: string;
  held: Held[];
  bytes: number;
}

function greatestOf(clients: Iterable<OfClient>): OfClient {
  let greatest: OfClient | undefined;
  for (const client of clients) if (!greatest || client.bytes > greatest.bytes) greatest = client;
  return greatest!;
}

/** A longer text is sent as bytes, because what waits of a text is a copy. */
const maxTextLength = 16 << 10;

/** A response whose bytes are counted while they wait for the client. */
export abstract class CountedResponse extends ServerResponse {
  /** Where they are counted. */
  abstract readonly unsent: UnsentBytes;

  // oxlint-disable-next-line typescript/no-explicit-any -- the overloads of Node
  override end(...given: any[]): this {
    const [chunk, encoding] = given as [unknown, unknown];
    if (chunk === undefined || chunk === null || typeof chunk === 'function') return super.end(...(given as []));
    const isLongText = typeof chunk === 'string' && chunk.length > maxTextLength;
    const body = isLongText ? Buffer.from(chunk, typeof encoding === 'string' ? (encoding as 'utf8') : 'utf8') : chunk;
    super.end(...([body, ...given.slice(1)] as [unknown]));
    if (this.req.method !== 'HEAD') {
      this.holdUnsent(typeof body === 'string' ? { byteLength: body.length } : (body as Uint8Array).buffer);
    }
    return this;
  }

  /**
   * Counts memory that has been handed to the connection, unless all is sent.
   *
   * @returns ends it before the response does
   */
  holdUnsent(memory: Memory): () => void {
    return this.writableFinished ? nothing : this.unsent.hold(this, memory);
  }
}

/** The class of the responses of a server. */
export function countedResponses(unsent: UnsentBytes): typeof ServerResponse<IncomingMessage> {
  return class extends CountedResponse {
    get unsent(): UnsentBytes {
      return unsent;
    }
  };
}
