import { messageOf } from '@severe/base';
import { normaliseReply, type Status } from './reply.ts';
import { Turns } from './turns.ts';

/** What is needed of the engine: bytes of whole protocol messages in, bytes of the answers out. */
export interface WireEngine {
  execProtocolRaw(messages: Uint8Array): Promise<Uint8Array>;
}

/** The engine threw, or gave no answer where one was due: it cannot be trusted with another statement. */
export class EngineFailure extends Error {}

/** The one line to the engine, on which one client speaks at a time. */
export class ClientQueue {
  readonly #engine: WireEngine;
  readonly #turns = new Turns();
  /** Somebody asked for answers in the middle of a group; a statement of ours would end what they have open. */
  #midGroup = false;

  constructor(engine: WireEngine) {
    this.#engine = engine;
  }

  /** Waits for the turn to speak; the function it gives ends the turn. */
  takeTurn(): Promise<() => void> {
    return this.#turns.take();
  }

  /**
   * Sends a group of messages.
   *
   * @param ends whether a ReadyForQuery is due at the end of the answer
   * @throws {EngineFailure}
   */
  async send(messages: Uint8Array, ends: boolean): Promise<{ reply: Uint8Array; status: Status | undefined }> {
    this.#midGroup = !ends;
    const raw = await this.#engine.execProtocolRaw(messages).catch((error: unknown) => {
      throw new EngineFailure(`the database engine failed: ${messageOf(error)}`, { cause: error });
    });
    const settled = normaliseReply(raw, ends);
    if (ends && !settled.status) {
      throw new EngineFailure(`the database engine gave ${raw.length} bytes and no end of an answer`);
    }
    return settled;
  }

  /**
   * Ends whatever a client left open. Sync comes first: after an error the engine skips everything up to one. The
   * rollback of what may be no transaction is only a warning.
   */
  async rollBack(): Promise<void> {
    await this.send(SYNC, true);
    const { status } = await this.send(query('rollback'), true);
    if (status !== 'I') throw new EngineFailure('the database engine did not roll back');
  }

  /**
   * Whether the engine still computes: a dead one answers every query, without an error, with no rows. Asked between
   * two groups of messages this disturbs nobody, not even in the middle of a transaction.
   */
  async check(): Promise<boolean> {
    if (this.#midGroup) return true;
    const { reply, status } = normaliseReply(await this.#engine.execProtocolRaw(query('select 1')), true);
    return status === 'E' || (status !== undefined && Buffer.from(reply).includes(ROW_OF_ONE));
  }
}

const SYNC = Buffer.of(0x53, 0, 0, 0, 4);

/** A DataRow of one column that reads `1`. */
const ROW_OF_ONE = Buffer.of(0x44, 0, 0, 0, 11, 0, 1, 0, 0, 0, 1, 0x31);

/** A Query message. */
function query(sql: string): Buffer {
  const head = Buffer.of(0x51, 0, 0, 0, 0);
  head.writeInt32BE(4 + sql.length + 1, 1);
  return Buffer.concat([head, Buffer.from(`${sql}\0`, 'latin1')]);
}
