import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@severe/base';

/** What a probe says: a replica is ready, says that it is not, or says nothing. */
export type Readiness = 'ready' | 'not ready' | 'silent';

/** How replicas are found and asked. */
export interface ReplicaSources {
  /** Addresses of a name. Rejects if they cannot be known now. */
  lookUp: (name: string) => Promise<readonly string[]>;
  probe: (address: string, port: number) => Promise<Readiness>;
}

/** A replica that says nothing is left out after so many probes: a busy one is late once. */
const maxSilences = 2;
/** Time between two rounds. */
const everyMs = 500;

/** The replicas behind a name, and which of them are ready. */
export class ReadyAddresses {
  readonly #name: string;
  readonly #port: number;
  readonly #sources: ReplicaSources;
  readonly #log: Log;
  #known: readonly string[] = [];
  /** Probes in sequence that each replica has not answered; infinite if it has said that it is not ready. */
  readonly #silences = new Map<string, number>();
  #told = '';

  constructor({ name, port }: { name: string; port: number }, sources: ReplicaSources, log: Log) {
    this.#name = name;
    this.#port = port;
    this.#sources = sources;
    this.#log = log;
  }

  /** Those that are ready. If none is, all of them: what they can still answer is more than nothing. */
  get(): readonly string[] {
    const ready = this.#known.filter((address) => this.#silences.get(address)! < maxSilences);
    return ready.length > 0 ? ready : this.#known;
  }

  /** Looks the name up and asks every replica. While the name cannot be looked up, the replicas are those of before. */
  async refresh(): Promise<void> {
    const known = await this.#sources.lookUp(this.#name).catch(() => this.#known);
    await Promise.all(known.map((address) => this.#ask(address)));
    for (const address of this.#silences.keys()) if (!known.includes(address)) this.#silences.delete(address);
    this.#known = known;
    this.#tell();
  }

  /** Refreshes until it is over. */
  async follow(over: AbortSignal): Promise<void> {
    while (!over.aborted) {
      await this.refresh();
      await pause(everyMs, undefined, { signal: over }).catch(() => undefined);
    }
  }

  async #ask(address: string): Promise<void> {
    const readiness = await this.#sources.probe(address, this.#port);
    const before = this.#silences.get(address) ?? maxSilences; // a new one has to be ready first
    const after = { ready: 0, 'not ready': Infinity, silent: before + 1 }[readiness];
    this.#silences.set(address, after);
  }

  #tell(): void {
    const ready = this.get();
    const left = this.#known.filter((address) => !ready.includes(address));
    const told = JSON.stringify([[...ready].sort(), left.sort()]);
    if (told !== this.#told)
      this.#log.info(
        { name: this.#name, ready, ...(left.length > 0 && { leftOut: left }) },
        'the replicas have changed',
      );
    this.#told = told;
  }
}
