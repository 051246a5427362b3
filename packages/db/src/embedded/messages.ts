/**
 * Cuts the bytes of a client into messages of the PostgreSQL wire protocol, version 3.
 *
 * @see PostgreSQL manual, chapter "Frontend/Backend Protocol", "Message Formats"
 */

/** A whole message. The first one of a connection has no type byte and is named for its request code here. */
export interface Message {
  type: 'startup' | 'ssl' | 'cancel' | (string & {});
  bytes: Uint8Array;
}

const REQUEST_CODES: Record<number, Message['type']> = {
  80877102: 'cancel', // CancelRequest
  80877103: 'ssl', // SSLRequest
  80877104: 'ssl', // GSSENCRequest: the same question about another way to encrypt
};

/** The server's own limit for one message is 1 GiB; nothing of ours comes near this one. */
const LONGEST = 64 * 1024 * 1024;

export class MessageReader {
  #chunks: Uint8Array[] = [];
  #held = 0;
  #started = false;

  /**
   * Takes the next bytes and gives the messages that are whole now.
   *
   * @throws {Error} for a length that no message can have; the connection cannot be read any further then
   */
  *push(chunk: Uint8Array): Generator<Message> {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    for (let message = this.#next(); message; message = this.#next()) yield message;
  }

  #next(): Message | undefined {
    const head = this.#started ? 1 : 0; // bytes of type before the length
    if (this.#held < head + 4) return undefined;
    const length = head + this.#joined(head + 4).readInt32BE(head);
    if (length < head + (this.#started ? 4 : 8) || length > LONGEST) {
      throw new Error(`a message of ${length} bytes was announced, from 5 to ${LONGEST} can be read`);
    }
    if (this.#held < length) return undefined;
    return this.#cut(length);
  }

  #cut(length: number): Message {
    const bytes = this.#joined(length).subarray(0, length);
    this.#chunks[0] = this.#chunks[0].subarray(length);
    this.#held -= length;
    if (this.#started) return { type: String.fromCharCode(bytes[0]), bytes };
    const type = REQUEST_CODES[bytes.readInt32BE(4)] ?? 'startup';
    this.#started = type === 'startup';
    return { type, bytes };
  }

  /** The bytes held, with at least the first `count` of them in one piece; joined only when that many have come. */
  #joined(count: number): Buffer {
    if (this.#chunks[0].length < count) this.#chunks = [Buffer.concat(this.#chunks)];
    const [first] = this.#chunks;
    return Buffer.from(first.buffer, first.byteOffset, first.byteLength);
  }
}
