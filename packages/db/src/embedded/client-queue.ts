import { messageOf } from '@severe/base';
import { queryMessage } from './messages.ts';
import { normaliseReply, type Status } from './reply.ts';
import type { WireEngine } from './wire-engine.ts';

/** The engine threw or sent no response where one is due. Its state is undefined; it must be restarted. */
export class EngineFailure extends Error {}

/** Queue of the clients of an engine: one at a time owns it, in order of arrival. */
export class ClientQueue {
  readonly #engine: WireEngine;
  readonly #turns = new Turns();
  /** A client has flushed in the middle of a group; a check would end its open statement. */
  #midGroup = false;

  constructor(engine: WireEngine) {
    this.#engine = engine;
  }

  /** Waits until the engine is free. @returns a function that releases it */
  takeTurn(): Promise<() => void> {
    return this.#turns.take();
  }

  /**
   * Sends a group of messages.
   *
   * @param ends whether a ReadyForQuery is due at the end of the response
   * @throws {EngineFailure}
   */
  async send(messages: Uint8Array, ends: boolean): Promise<{ reply: Uint8Array; status: Status | undefined }> {
    this.#midGroup = !ends;
    const raw = await this.#engine.send(messages).catch((error: unknown) => {
      throw new EngineFailure(`the database engine failed: ${messageOf(error)}`, { cause: error });
    });
    const response = normaliseReply(raw, ends);
    if (ends && !response.status) {
      throw new EngineFailure(`the database engine sent ${raw.length} bytes without a ReadyForQuery`);
    }
    return response;
  }

  /**
   * Rolls back what a client left open. Sync comes first: after an error the engine skips all messages up to a Sync.
   * A rollback outside a transaction is only a warning.
   */
  async rollBack(): Promise<void> {
    await this.send(syncMessage, true);
    const { status } = await this.send(queryMessage('rollback'), true);
    if (status !== 'I') throw new EngineFailure('the database engine did not roll back');
  }

  /**
   * Whether the engine works: a broken one returns no rows for every query, without an error. The check runs between two
   * groups of messages and does not affect clients, not even within a transaction.
   */
  async check(): Promise<boolean> {
    if (this.#midGroup) return true;
    const { reply, status } = normaliseReply(await this.#engine.send(queryMessage('select 1')), true);
    return status === 'E' || (status !== undefined && Buffer.from(reply).includes(rowOfOne));
  }
}

const syncMessage = Buffer.of(0x53, 0, 0, 0, 4);

/** A DataRow of one column that reads `1`. */
const rowOfOne = Buffer.of(0x44, 0, 0, 0, 11, 0, 1, 0, 0, 0, 1, 0x31);

/** A mutex: one turn at a time, in order of request. */
class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Waits for its turn. @returns a function that ends the turn */
  async take(): Promise<() => void> {
    const before = this.#last;
    let end!: () => void;
    this.#last = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  }
}
