/** Transaction status of a ReadyForQuery: idle, in a transaction, in one that failed. */
export type Status = 'I' | 'T' | 'E';

const readyForQuery = 0x5a;
const readyBytes = 6;

/**
 * The response to a group of messages as PostgreSQL would send it. After an error of the extended protocol the engine
 * sends a ReadyForQuery, and another one at the Sync. A client that takes the first for the end of its query takes the
 * second for the end of the next query, and from then on receives the responses of others.
 *
 * @param reply whole messages of the backend
 * @param ends  whether a ReadyForQuery is due: if so, only the last one stays, else none
 * @returns the status is undefined if a ReadyForQuery is due and the response does not end with one
 */
export function normaliseReply(reply: Uint8Array, ends: boolean): { reply: Uint8Array; status: Status | undefined } {
  const readyAt = findReady(reply);
  const last = readyAt.at(-1);
  const finished = ends && last !== undefined && last === reply.length - readyBytes;
  const spurious = finished ? readyAt.slice(0, -1) : readyAt;
  return {
    reply: spurious.length === 0 ? reply : without(reply, spurious),
    status: finished ? (String.fromCharCode(reply[last + 5]) as Status) : undefined,
  };
}

/** Offsets of the ReadyForQuery messages. */
function findReady(reply: Uint8Array): number[] {
  const view = new DataView(reply.buffer, reply.byteOffset, reply.byteLength);
  const found: number[] = [];
  for (let at = 0; at + 5 <= reply.length; at += 1 + Math.max(4, view.getInt32(at + 1))) {
    if (reply[at] === readyForQuery) found.push(at);
  }
  return found;
}

function without(reply: Uint8Array, readyAt: number[]): Uint8Array {
  const starts = [0, ...readyAt.map((at) => at + readyBytes)];
  const ends = [...readyAt, reply.length];
  return Buffer.concat(starts.map((start, i) => reply.subarray(start, ends[i])));
}
