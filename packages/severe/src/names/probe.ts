import { lookup } from 'node:dns/promises';
import type { ReplicaSources } from './ready-addresses.ts';

/** `/readyz` reads the health of stores; a replica that stands still answers nothing. */
const patienceMs = 1_000;

/** Names as the system knows them, and replicas that are asked for `/readyz`. */
export const systemSources: ReplicaSources = {
  async lookUp(name) {
    const found = await lookup(name, { all: true, family: 4 });
    return [...new Set(found.map(({ address }) => address))];
  },
  async probe(address, port) {
    const signal = AbortSignal.timeout(patienceMs);
    try {
      const response = await fetch(`http://${address}:${port}/readyz`, { signal, redirect: 'error' });
      await response.arrayBuffer(); // the connection serves the next probe
      return response.ok ? 'ready' : 'not ready';
    } catch {
      return signal.aborted ? 'silent' : 'not ready';
    }
  },
};
