import { Session, type Profiler } from 'node:inspector';

/** Only what is written here is watched, and of that only what decodes. */
const watched = /\/(packages|workers)\/[^/]+\/src\//;

/**
 * What of the sources has run, by V8's own counters: a feature is a block of code together with how often it ran, once,
 * twice, up to four times, up to eight and so on.
 */
export class Coverage {
  readonly #session = new Session();
  /** What single inputs reached, and batches of them: in a batch the same code runs more often. */
  readonly #alone = new Set<string>();
  readonly #together = new Set<string>();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** How many features of what ran since the last call no single input had; from now on they are known. */
  ofOne(): number {
    return this.#take(this.#alone);
  }

  /** The same for a batch of inputs, held against other batches. */
  ofBatch(): number {
    return this.#take(this.#together);
  }

  get count(): number {
    return this.#alone.size;
  }

  #take(seen: Set<string>): number {
    let scripts: Profiler.ScriptCoverage[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, taken) => {
      if (error) throw error;
      scripts = taken.result;
    });
    const before = seen.size;
    for (const { url, scriptId, functions } of scripts) {
      if (!watched.test(url)) continue;
      for (const { ranges } of functions) for (const range of ranges) seen.add(featureOf(scriptId, range));
    }
    return seen.size - before;
  }
}

function featureOf(script: string, { startOffset, endOffset, count }: Profiler.CoverageRange): string {
  return `${script}:${startOffset}-${endOffset}:${Math.min(12, Math.ceil(Math.log2(count + 1)))}`;
}
