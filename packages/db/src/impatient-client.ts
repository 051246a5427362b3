import { Client, type ClientConfig } from 'pg';

type Done = (error: Error | undefined, result?: unknown) => void;

/**
 * A client of pg that hangs up when an answer does not come in time.
 *
 * pg's own `query_timeout` gives up the query and keeps the connection, and a pool would hand it out again: on a line
 * that is silently cut every query would wait its full time. Closed, it leaves the pool. The queries go through
 * `query(config, done)`, the form in which Knex asks.
 */
export class ImpatientClient extends Client {
  readonly #withinMs: number | undefined;

  constructor(config: ClientConfig & { answerWithinMs?: number }) {
    super(config);
    this.#withinMs = config.answerWithinMs;
  }

  override query(...given: unknown[]): never {
    const run = super.query.bind(this) as (...values: unknown[]) => never;
    const done = given.at(-1);
    if (this.#withinMs === undefined || typeof done !== 'function') return run(...given);
    const timer = setTimeout(() => this.#hangUp(`no answer within ${this.#withinMs} ms`), this.#withinMs);
    const answered: Done = (error, result) => {
      clearTimeout(timer);
      (done as Done)(error, result);
    };
    return run(...given.slice(0, -1), answered);
  }

  /** The query that runs fails with this reason. */
  #hangUp(reason: string): void {
    const { connection } = this as unknown as { connection: { stream: { destroy(reason: Error): void } } };
    connection.stream.destroy(new Error(reason));
  }
}
