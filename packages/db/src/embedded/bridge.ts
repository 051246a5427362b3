import type { Socket } from 'node:net';
import { ClientQueue, EngineFailure } from './client-queue.ts';
import { MessageReader } from './messages.ts';

/**
 * Lets ordinary PostgreSQL clients share an engine that has one session and no sockets.
 *
 * Two rules make that safe. The engine gets the messages of a client only together, up to the one that asks for an
 * answer: one by one, an error in the middle of a group sets its rest against the next client's answers. And a client
 * keeps the engine until a ReadyForQuery says that it is idle, so that no other speaks into its transaction.
 */
export class Bridge {
  readonly #line: ClientQueue;
  readonly #onBroken: (reason: Error) => void;
  readonly #sockets = new Set<Socket>();

  /** @param onBroken is told that the engine failed; every connection is dropped by then */
  constructor(line: ClientQueue, onBroken: (reason: Error) => void) {
    this.#line = line;
    this.#onBroken = onBroken;
  }

  /** Serves one client until it leaves. */
  async serve(socket: Socket): Promise<void> {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => {}); // it ends the reading as well, and there it is met
    try {
      await new Session(socket, this.#line).run();
    } catch (error) {
      if (error instanceof EngineFailure) this.#breakDown(error);
      // Anything else is this client's alone: it went away, or it does not speak the protocol.
    } finally {
      this.#sockets.delete(socket);
      socket.destroySoon();
    }
  }

  /** Drops every client, and comes back when what they had open is rolled back. */
  async close(): Promise<void> {
    this.#dropAll();
    await this.#line.takeTurn();
  }

  #dropAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #breakDown(reason: Error): void {
    this.#dropAll();
    this.#onBroken(reason);
  }
}

/** Messages after which a client waits for answers: Query, Sync, Flush, FunctionCall. (A COPY in is beyond the engine.) */
const ASKING = new Set(['startup', 'Q', 'S', 'H', 'F']);
/** Those among them whose answer ends with ReadyForQuery. */
const ENDING = new Set(['startup', 'Q', 'S', 'F']);

class Session {
  readonly #socket: Socket;
  readonly #line: ClientQueue;
  /** Ends our turn at the engine; undefined while we have none. */
  #endTurn: (() => void) | undefined;

  constructor(socket: Socket, line: ClientQueue) {
    this.#socket = socket;
    this.#line = line;
  }

  async run(): Promise<void> {
    try {
      await this.#converse();
    } finally {
      if (this.#endTurn) await this.#line.rollBack().then(this.#endTurn);
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
          await this.#ask(Buffer.concat(group), ENDING.has(type));
          group = [];
        }
      }
    }
  }

  async #ask(messages: Uint8Array, ends: boolean): Promise<void> {
    this.#endTurn ??= await this.#line.takeTurn();
    if (this.#socket.destroyed) return; // it left while it waited
    const { reply, status } = await this.#line.send(messages, ends);
    if (status === 'I') {
      this.#endTurn();
      this.#endTurn = undefined;
    }
    await new Promise<void>((written) => this.#socket.write(reply, () => written()));
  }
}
