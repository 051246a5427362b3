import { Session, type Profiler } from 'node:inspector';

/** Only our own decoders are measured. */
const watched = /\/(packages|workers)\/[^/]+\/src\//;

/**
 * Coverage by V8's counters. A feature is a block of code together with its execution count in powers of two: once, twice, up to
 * four times, up to eight times …
 */
export class Coverage {
  readonly #session = new Session();
  /** Features of single inputs, and of batches: in a batch the same code runs more often. */
  readonly #alone = new Set<string>();
  readonly #together = new Set<string>();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** Number of features since the last call that no single input had before; adds them. */
  ofOne(): number {
    return this.#take(this.#alone);
  }

  /** The same for a batch of inputs, compared with other batches. */
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
