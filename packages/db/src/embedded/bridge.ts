import { once } from 'node:events';
import type { Socket } from 'node:net';
import { messageOf } from '@severe/base';
import { MessageReader } from './messages.ts';
import { Turns } from './turns.ts';

/** What the bridge needs of the engine: bytes of whole protocol messages in, bytes of the answers out. */
export interface WireEngine {
  execProtocolRaw(messages: Uint8Array): Promise<Uint8Array>;
}

/**
 * Lets ordinary PostgreSQL clients share an engine that has one session and no sockets.
 *
 * Two rules make that safe. The engine gets the messages of a client only together, up to the one that asks for an
 * answer: alone, an error in the middle of a group sets the rest of the group against the next client's answers. And
 * a client keeps the engine until a ReadyForQuery says that it is idle, so that no other speaks into its transaction.
 */
export class Bridge {
  readonly #engine: WireEngine;
  readonly #onBroken: (reason: Error) => void;
  readonly #turns = new Turns();
  readonly #sockets = new Set<Socket>();

  /** @param onBroken is told when the engine failed; every connection is dropped by then */
  constructor(engine: WireEngine, onBroken: (reason: Error) => void) {
    this.#engine = engine;
    this.#onBroken = onBroken;
  }

  /** Serves one client until it leaves. */
  async serve(socket: Socket): Promise<void> {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    const session = new Session(socket, this.#engine, this.#turns);
    try {
      await session.run();
    } catch (error) {
      if (error instanceof EngineFailure) this.#breakDown(error);
      // Anything else is this client's alone: it went away, or it does not speak the protocol.
    } finally {
      this.#sockets.delete(socket);
      socket.destroy();
    }
  }

  /** Whether the engine still computes: a dead one answers every query, without an error, with no rows. */
  async check(): Promise<boolean> {
    const reply = Buffer.from(await this.#engine.execProtocolRaw(query('select 1')));
    const status = readyStatus(reply);
    return status === 'E' || (status !== undefined && reply.includes(ROW_OF_ONE));
  }

  /** Drops every client, and comes back when what they had open is rolled back. */
  async close(): Promise<void> {
    this.#dropAll();
    await this.#turns.take();
  }

  #dropAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #breakDown(reason: Error): void {
    this.#dropAll();
    this.#onBroken(reason);
  }
}

/** The engine threw, or gave no answer where one was due; it cannot be trusted with another statement. */
class EngineFailure extends Error {}

/** Messages after which an answer is due: Query, Sync, Flush, FunctionCall, CopyDone, CopyFail. */
const ASKING = new Set(['startup', 'Q', 'S', 'H', 'F', 'c', 'f']);
/** Those among them whose answer ends with ReadyForQuery. */
const ENDING = new Set(['startup', 'Q', 'S', 'F']);

class Session {
  readonly #socket: Socket;
  readonly #engine: WireEngine;
  readonly #turns: Turns;
  #endTurn: (() => void) | undefined;

  constructor(socket: Socket, engine: WireEngine, turns: Turns) {
    this.#socket = socket;
    this.#engine = engine;
    this.#turns = turns;
  }

  async run(): Promise<void> {
    try {
      await this.#converse();
    } finally {
      if (this.#endTurn) await this.#abandon(this.#endTurn);
    }
  }

  async #converse(): Promise<void> {
    const reader = new MessageReader();
    let group: Uint8Array[] = [];
    for await (const chunk of this.#socket) {
      for (const { type, bytes } of reader.push(chunk as Buffer)) {
        if (type === 'ssl') this.#socket.write('N');
        else if (type === 'cancel' || type === 'X') return;
        else {
          group.push(bytes);
          if (!ASKING.has(type)) continue;
          await this.#answer(type, Buffer.concat(group));
          group = [];
        }
      }
    }
  }

  async #answer(type: string, messages: Uint8Array): Promise<void> {
    this.#endTurn ??= await this.#turns.take();
    if (this.#socket.destroyed) return;
    const reply = await this.#execute(messages);
    const status = readyStatus(reply);
    if (ENDING.has(type) && !status) this.#fail(`answered ${reply.length} bytes that do not end`);
    if (status === 'I') this.#release();
    if (!this.#socket.write(reply) && !this.#socket.destroyed)
      await Promise.race(['drain', 'close'].map((e) => once(this.#socket, e)));
  }

  /**
   * The client left in the middle. Sync comes first: after an error the engine skips everything up to one. The
   * rollback of what may be no transaction at all is only a warning.
   */
  async #abandon(endTurn: () => void): Promise<void> {
    const reply = await this.#execute(Buffer.concat([SYNC, query('rollback')]));
    if (readyStatus(reply) !== 'I') this.#fail('did not roll back');
    endTurn();
  }

  async #execute(messages: Uint8Array): Promise<Uint8Array> {
    try {
      return await this.#engine.execProtocolRaw(messages);
    } catch (error) {
      return this.#fail(messageOf(error));
    }
  }

  /** Keeps the turn for ever: nobody is to speak to this engine again. */
  #fail(what: string): never {
    this.#endTurn = undefined;
    throw new EngineFailure(`the database engine failed: ${what}`);
  }

  #release(): void {
    this.#endTurn?.();
    this.#endTurn = undefined;
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

/** The transaction status of the ReadyForQuery that ends an answer: `I` idle, `T` in a transaction, `E` in a failed one. */
function readyStatus(reply: Uint8Array): string | undefined {
  const at = reply.length - 6;
  const ends =
    at >= 0 && reply[at] === 0x5a && reply[at + 1] + reply[at + 2] + reply[at + 3] === 0 && reply[at + 4] === 5;
  return ends ? String.fromCharCode(reply[at + 5]) : undefined;
}
