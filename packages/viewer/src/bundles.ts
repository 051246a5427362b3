import type { Purpose, RequestQueue } from './request-queue.ts';

/** Memory for the files of bundles, which are kept for a way back. */
const mostBytes = 48e6;

type Files = ReadonlyMap<string, Blob>;

/** A bundle that is on its way or here. */
interface Entry {
  files: Promise<Files>;
  /** The tiles that wait for it. */
  waiting: Set<Purpose>;
  /** Undefined until it is here. */
  bytes: number | undefined;
  /** Ends its request. */
  controller: AbortController;
}

/** Fetches the tiles of several frames at once, and keeps them. A bundle that no tile waits for any more is not fetched. */
export class Bundles {
  readonly #queue: RequestQueue;
  /** By URL, the least recently used first. */
  readonly #entries = new Map<string, Entry>();

  constructor(queue: RequestQueue) {
    this.#queue = queue;
  }

  /**
   * A file of a bundle; undefined if it does not have it.
   *
   * @throws the reason of the signal, or {Error} if the bundle cannot be fetched
   */
  async file(url: string, name: string, purpose: Purpose, signal: AbortSignal): Promise<Blob | undefined> {
    signal.throwIfAborted();
    const entry = this.#entries.get(url) ?? this.#request(url, purpose);
    this.#entries.delete(url);
    this.#entries.set(url, entry);
    entry.waiting.add(purpose);
    const { left, stop } = abortOf(signal);
    try {
      return (await Promise.race([entry.files, left])).get(name);
    } finally {
      stop();
      entry.waiting.delete(purpose);
      if (entry.waiting.size === 0 && entry.bytes === undefined) this.#drop(url, entry);
    }
  }

  #request(url: string, { at }: Purpose): Entry {
    const controller = new AbortController();
    const waiting = new Set<Purpose>();
    const isShown = (): boolean => [...waiting].some((each) => each.isShown());
    const files = this.#queue.fetch(url, { at, isShown }, controller.signal).then(filesOf);
    const entry: Entry = { files, waiting, bytes: undefined, controller };
    files.then(
      (all) => {
        entry.bytes = [...all.values()].reduce((sum, { size }) => sum + size, 0);
        this.#makeRoom();
      },
      () => this.#drop(url, entry), // the next tile asks for it again
    );
    return entry;
  }

  #drop(url: string, entry: Entry): void {
    if (this.#entries.get(url) === entry) this.#entries.delete(url);
    entry.controller.abort();
  }

  #makeRoom(): void {
    let sum = [...this.#entries.values()].reduce((total, { bytes = 0 }) => total + bytes, 0);
    for (const [url, { bytes = 0 }] of this.#entries) {
      if (sum <= mostBytes) break;
      if (bytes > 0) this.#entries.delete(url);
      sum -= bytes;
    }
  }
}

/** A promise that is rejected when the signal aborts. */
function abortOf(signal: AbortSignal): { left: Promise<never>; stop: () => void } {
  let leave = (): void => {};
  const left = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason as Error);
    signal.addEventListener('abort', leave);
  });
  return { left, stop: () => signal.removeEventListener('abort', leave) };
}

async function filesOf(response: Response): Promise<Files> {
  const files = new Map<string, Blob>();
  for (const [name, file] of await response.formData()) if (typeof file !== 'string') files.set(name, file);
  return files;
}
