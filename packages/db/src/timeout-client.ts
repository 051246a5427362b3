import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';

/** Cached plans per connection; each takes about a hundred kilobytes on the server. */
const maxPlans = 32;

interface Options {
  answerWithinMs?: number;
  /** Whether this connection is a session of its own, so that statements can have names. */
  keepsPlans?: boolean;
}

type Done = (error: Error | undefined, result?: unknown) => void;

/**
 * A client of pg that closes its connection if a query takes too long.
 *
 * pg's own `query_timeout` fails the query and keeps the connection, and the pool would use it again: after a silent
 * network failure every query would wait for its full timeout. A closed connection leaves the pool. Knex calls
 * `query(config, done)`; only this form is limited.
 *
 * With `pipeline`, queries are sent before the results of earlier ones are there; see `sendTogether`.
 *
 * The name of a statement is kept for the first few statements of a connection that caches plans, else removed.
 */
export class TimeoutClient extends Client {
  readonly #withinMs: number | undefined;
  readonly #keepsPlans: boolean;
  readonly #named = new Set<string>();
  #unanswered = 0;

  constructor(config: ClientConfig & Options) {
    super(config);
    this.#withinMs = config.answerWithinMs;
    this.#keepsPlans = config.keepsPlans ?? false;
  }

  override query(...given: unknown[]): never {
    const run = super.query.bind(this) as (...values: unknown[]) => never;
    const [config] = given as [{ name?: string }];
    if (config.name !== undefined && !this.#mayName(config.name)) delete config.name;
    const done = given.at(-1);
    if (this.#withinMs === undefined || typeof done !== 'function') return run(...given);
    // The server begins a query of a pipeline after those before it.
    const withinMs = this.#withinMs * ++this.#unanswered;
    const disconnect = (): void => this.#disconnect(`no answer within ${withinMs} ms`);
    // On a busy event loop the answer may already be in the socket: input is read before the timeout counts.
    const timer = setTimeout(() => (late = setImmediate(disconnect)), withinMs);
    let late: NodeJS.Immediate | undefined;
    const answered: Done = (error, result) => {
      this.#unanswered--;
      clearTimeout(timer);
      clearImmediate(late);
      (done as Done)(error, result);
    };
    return run(...given.slice(0, -1), answered);
  }

  /** Sends the queries that `send` makes with one write. */
  together(send: () => void): void {
    const { stream } = this.#connection;
    stream.cork();
    try {
      send();
    } finally {
      stream.uncork();
    }
  }

  #mayName(name: string): boolean {
    if (!this.#keepsPlans) return false;
    if (this.#named.size < maxPlans) this.#named.add(name);
    return this.#named.has(name);
  }

  /** Closes the connection; the running query fails with this reason. */
  #disconnect(reason: string): void {
    this.#connection.stream.destroy(new Error(reason));
  }

  get #connection(): { stream: Socket } {
    return (this as unknown as { connection: { stream: Socket } }).connection;
  }
}
