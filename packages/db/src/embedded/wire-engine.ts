import type { PGlite } from '@electric-sql/pglite';

/** The part of the engine that is used: whole protocol messages in, responses out. */
export interface WireEngine {
  send(messages: Uint8Array): Promise<Uint8Array>;
}

/**
 * The protocol of PGlite as bytes. Its streams are used for responses of any size, because they are the only way on which PGlite
 * does not read the responses itself: `execProtocolRaw` parses each of them and keeps all rows, for ever
 * (https://github.com/electric-sql/pglite/pull/1025).
 */
export function wireEngine(db: PGlite): WireEngine {
  return {
    async send(messages) {
      const parts: Uint8Array[] = [];
      await db.execProtocolRawStream(messages, { onRawData: (bytes) => void parts.push(bytes.slice()) });
      return Buffer.concat(parts);
    },
  };
}
