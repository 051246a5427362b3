/** Transaction status of a ReadyForQuery: idle, in a transaction, in one that failed. */
export type Status = 'I' | 'T' | 'E';

const READY_FOR_QUERY = 0x5a;
const READY_BYTES = 6;

/**
 * The answer to a group of messages as PostgreSQL would give it. The engine says after an error of the extended
 * protocol that it is ready, and once more at the Sync; a client that takes the first for the end of its query takes
 * the second for the end of the next one, and from then on gets the answers of others.
 *
 * @param reply whole messages of the backend
 * @param ends  whether a ReadyForQuery is due: the last one stays then, and without it none
 * @returns the status is undefined where the answer does not end with a ReadyForQuery that was due
 */
export function normaliseReply(reply: Uint8Array, ends: boolean): { reply: Uint8Array; status: Status | undefined } {
  const readyAt = findReady(reply);
  const last = readyAt.at(-1);
  const finished = ends && last !== undefined && last === reply.length - READY_BYTES;
  const spurious = finished ? readyAt.slice(0, -1) : readyAt;
  return {
    reply: spurious.length === 0 ? reply : without(reply, spurious),
    status: finished ? (String.fromCharCode(reply[last + 5]) as Status) : undefined,
  };
}

/** Where each ReadyForQuery begins. */
function findReady(reply: Uint8Array): number[] {
  const view = new DataView(reply.buffer, reply.byteOffset, reply.byteLength);
  const found: number[] = [];
  for (let at = 0; at + 5 <= reply.length; at += 1 + Math.max(4, view.getInt32(at + 1))) {
    if (reply[at] === READY_FOR_QUERY) found.push(at);
  }
  return found;
}

function without(reply: Uint8Array, readyAt: number[]): Uint8Array {
  const starts = [0, ...readyAt.map((at) => at + READY_BYTES)];
  const ends = [...readyAt, reply.length];
  return Buffer.concat(starts.map((start, i) => reply.subarray(start, ends[i])));
}
