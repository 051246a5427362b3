import type { Socket } from 'node:net';
import { ClientQueue, EngineFailure } from './client-queue.ts';
import { MessageReader } from './messages.ts';

/**
 * Lets ordinary PostgreSQL clients share an engine that has one session and no sockets.
 *
 * Two rules make that safe. The engine receives the messages of a client as a group, up to the one that requests a
 * response: sent one by one, an error within the group would shift the responses of later clients. And a client owns the
 * engine until a ReadyForQuery reports that the session is idle, so that no other client enters its transaction.
 */
export class Bridge {
  readonly #queue: ClientQueue;
  readonly #onBroken: (reason: Error) => void;
  readonly #sockets = new Set<Socket>();

  /** @param onBroken called when the engine has failed and all connections are dropped */
  constructor(queue: ClientQueue, onBroken: (reason: Error) => void) {
    this.#queue = queue;
    this.#onBroken = onBroken;
  }

  /** Serves one client until it disconnects. */
  async serve(socket: Socket): Promise<void> {
    this.#sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => {}); // it also ends the read loop, which handles it
    try {
      await new Session(socket, this.#queue).run();
    } catch (error) {
      if (error instanceof EngineFailure) this.#breakDown(error);
      // Any other error concerns this client alone: it disconnected or violated the protocol.
    } finally {
      this.#sockets.delete(socket);
      socket.destroySoon();
    }
  }

  /** Drops every client and waits until their transactions are rolled back. */
  async close(): Promise<void> {
    this.#dropAll();
    await this.#queue.takeTurn();
  }

  #dropAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #breakDown(reason: Error): void {
    this.#dropAll();
    this.#onBroken(reason);
  }
}

/** Messages that request a response: Query, Sync, Flush, FunctionCall. (The engine cannot do COPY FROM STDIN.) */
const requestTypes = new Set(['startup', 'Q', 'S', 'H', 'F']);
/** Those whose response ends with ReadyForQuery. */
const endingTypes = new Set(['startup', 'Q', 'S', 'F']);

class Session {
  readonly #socket: Socket;
  readonly #queue: ClientQueue;
  /** Releases the engine; undefined while another client owns it. */
  #release: (() => void) | undefined;

  constructor(socket: Socket, queue: ClientQueue) {
    this.#socket = socket;
    this.#queue = queue;
  }

  async run(): Promise<void> {
    try {
      await this.#readMessages();
    } finally {
      if (this.#release) await this.#queue.rollBack().then(this.#release);
    }
  }

  async #readMessages(): Promise<void> {
    const reader = new MessageReader();
    let group: Uint8Array[] = [];
    for await (const chunk of this.#socket) {
      for (const { type, bytes } of reader.push(chunk as Buffer)) {
        if (type === 'ssl') this.#socket.write('N');
        else if (type === 'cancel' || type === 'X') return;
        else {
          group.push(bytes);
          if (!requestTypes.has(type)) continue;
          await this.#request(Buffer.concat(group), endingTypes.has(type));
          group = [];
        }
      }
    }
  }

  async #request(messages: Uint8Array, ends: boolean): Promise<void> {
    this.#release ??= await this.#queue.takeTurn();
    if (this.#socket.destroyed) return; // disconnected while it waited
    const { reply, status } = await this.#queue.send(messages, ends);
    if (status === 'I') {
      this.#release();
      this.#release = undefined;
    }
    await new Promise<void>((written) => this.#socket.write(reply, () => written()));
  }
}
