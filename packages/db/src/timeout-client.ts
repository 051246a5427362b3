import { Client, type ClientConfig } from 'pg';

/** So many plans are kept on a connection; each takes a server some hundred kilobytes. */
const mostPlans = 32;

interface Options {
  answerWithinMs?: number;
  /** Whether this connection is a session of its own, in which statements can have names. */
  keepsPlans?: boolean;
}

type Done = (error: Error | undefined, result?: unknown) => void;

/**
 * A client of pg that hangs up when an answer does not come in time.
 *
 * pg's own `query_timeout` gives up the query and keeps the connection, and a pool would hand it out again: on a line
 * that is silently cut every query would wait its full time. Closed, it leaves the pool. The queries go through
 * `query(config, done)`, the form in which Knex asks.
 *
 * A statement's name is passed on where plans are kept, for the first few of them; else it is left away.
 */
export class TimeoutClient extends Client {
  readonly #withinMs: number | undefined;
  readonly #keepsPlans: boolean;
  readonly #kept = new Set<string>();

  constructor(config: ClientConfig & Options) {
    super(config);
    this.#withinMs = config.answerWithinMs;
    this.#keepsPlans = config.keepsPlans ?? false;
  }

  override query(...given: unknown[]): never {
    const run = super.query.bind(this) as (...values: unknown[]) => never;
    const [asked] = given as [{ name?: string }];
    if (asked.name !== undefined && !this.#mayKeep(asked.name)) delete asked.name;
    const done = given.at(-1);
    if (this.#withinMs === undefined || typeof done !== 'function') return run(...given);
    const timer = setTimeout(() => this.#hangUp(`no answer within ${this.#withinMs} ms`), this.#withinMs);
    const answered: Done = (error, result) => {
      clearTimeout(timer);
      (done as Done)(error, result);
    };
    return run(...given.slice(0, -1), answered);
  }

  #mayKeep(name: string): boolean {
    if (!this.#keepsPlans) return false;
    if (this.#kept.size < mostPlans) this.#kept.add(name);
    return this.#kept.has(name);
  }

  /** The query that runs fails with this reason. */
  #hangUp(reason: string): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(reason: Error): void } } };
    connection.stream.destroy(new Error(reason));
  }
}
