/**
 * Splits the bytes of a client into messages of the PostgreSQL wire protocol, version 3.
 *
 * @see PostgreSQL manual, chapter "Frontend/Backend Protocol", "Message Formats"
 */

/** A whole message. The first message of a connection has no type byte; its type here is that of its request code. */
interface Message {
  type: 'startup' | 'ssl' | 'cancel' | (string & {});
  bytes: Uint8Array;
}

const requestCodes: Record<number, Message['type']> = {
  80877102: 'cancel', // CancelRequest
  80877103: 'ssl', // SSLRequest
  80877104: 'ssl', // GSSENCRequest: the same for GSSAPI encryption
};

/** In bytes. The limit of a server is 1 GiB; messages of the service are far smaller than this. */
const longestMessage = 64 * 1024 * 1024;

export class MessageReader {
  #chunks: Uint8Array[] = [];
  #held = 0;
  #started = false;

  /**
   * Adds bytes and yields the messages that are complete.
   *
   * @throws {Error} for an impossible length; the connection cannot be read any further
   */
  *push(chunk: Uint8Array): Generator<Message> {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    for (let message = this.#next(); message; message = this.#next()) yield message;
  }

  #next(): Message | undefined {
    const head = this.#started ? 1 : 0; // size of the type, before the length
    if (this.#held < head + 4) return undefined;
    const length = head + this.#joined(head + 4).readInt32BE(head);
    if (length < head + (this.#started ? 4 : 8) || length > longestMessage) {
      throw new Error(`message length is ${length}, expected 5 to ${longestMessage} bytes`);
    }
    if (this.#held < length) return undefined;
    return this.#cut(length);
  }

  #cut(length: number): Message {
    const bytes = this.#joined(length).subarray(0, length);
    this.#chunks[0] = this.#chunks[0].subarray(length);
    this.#held -= length;
    if (this.#started) return { type: String.fromCharCode(bytes[0]), bytes };
    const type = requestCodes[bytes.readInt32BE(4)] ?? 'startup';
    this.#started = type === 'startup';
    return { type, bytes };
  }

  /** The bytes received, with at least the first `count` contiguous. Chunks are joined only if needed. */
  #joined(count: number): Buffer {
    if (this.#chunks[0].length < count) this.#chunks = [Buffer.concat(this.#chunks)];
    const [first] = this.#chunks;
    return Buffer.from(first.buffer, first.byteOffset, first.byteLength);
  }
}

/** A Query message. */
export function queryMessage(sql: string): Buffer {
  const head = Buffer.of(0x51, 0, 0, 0, 0);
  head.writeInt32BE(4 + sql.length + 1, 1);
  return Buffer.concat([head, Buffer.from(`${sql}\0`, 'latin1')]);
}
