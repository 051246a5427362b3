import { FairTurns } from '@severe/async';
import type { RunInTurn, WorkFacts } from '@severe/http';
import type { ApiContext } from '../context.ts';
import { turnOf } from './turn-of.ts';

/**
 * Work that is done at the same time, of all clients and of one. What takes some milliseconds has a work of 1: a map that loads is
 * not slowed, and large answers of a client are made one after another while others find a place.
 */
const atOnce = 32;
const atOncePerClient = 6;
/** Requests of one client that wait. */
const maxWaiting = 1024;
/** A request that waits longer is given up. */
const longestWaitMs = 10_000;

/**
 * Clients take turns with the work of their requests: a client is an account, else an address; accounts without a confirmed address
 * are one client for each network. The next turn has the client that
 * has had the least work. The work of a request is known before it starts, so no speed of the machine decides.
 */
export function takeTurns(clientOf: ApiContext['clientOf'], facts: WorkFacts): RunInTurn {
  const turns = new FairTurns({
    name: 'answers',
    places: atOnce,
    perClient: atOncePerClient,
    maxWaiting,
    longestWaitMs,
  });
  return ({ portion, address, headers, wanted }, work, handle) => {
    const sender = { portion, address, headers: headers as Parameters<typeof clientOf>[0]['headers'] };
    const size = work(facts);
    if (size === 0) return handle();
    return turns.run(turnOf(sender, { clientOf }), wanted(), async () => handle(), size);
  };
}
