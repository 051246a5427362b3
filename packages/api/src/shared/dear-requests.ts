import { FairTurns } from '@severe/async';
import type { RunInTurn } from '@severe/http';
import type { ApiContext } from '../context.ts';
import { turnOf } from './turn-of.ts';

/** Requests of more units wait for a turn. The others need some milliseconds of processor time. */
const cheapUnits = 2;
/** Dear requests at the same time: enough to keep the database busy, few enough to leave processor time to cheap ones. */
const atOnce = 4;
const atOncePerClient = 2;
/** More than a client may request within a minute. */
const maxWaiting = 1024;

/**
 * Clients take turns with requests that take several units: a client is an API key, else an address. Otherwise a client that
 * spends its limit at once makes database and service compute everything at the same time, and all others wait for the
 * processor.
 */
export function takeTurns(clientOf: ApiContext['clientOf']): RunInTurn {
  const turns = new FairTurns({ name: 'large answers', places: atOnce, perClient: atOncePerClient, maxWaiting });
  return ({ keyId, address, headers, wanted }, units, handle) => {
    if (units <= cheapUnits) return handle();
    const sender = { keyId, address, headers: headers as Parameters<typeof clientOf>[0]['headers'] };
    return turns.run(turnOf(sender, { clientOf }), wanted(), async () => handle());
  };
}
