import { messageOf, type Log } from '@severe/base';
import type { Tables } from '@severe/db';

const kinds = ['key', 'session'] as const;

/** An API key or a session with which a client opened a connection that lasts. */
export interface Credential {
  kind: (typeof kinds)[number];
  /** SHA-256 in hexadecimal. */
  digest: string;
}

/** Interval of the checks: what depends on a credential ends within a second. */
const checkEveryMs = 300;

interface CredentialWatchOptions {
  db: { apiKeys: Pick<Tables['apiKeys'], 'invalid'>; sessions: Pick<Tables['sessions'], 'invalid'> };
  log: Log;
}

/**
 * Reports credentials that end while a connection depends on them: a revoked key, a session that has ended, a disabled user.
 * Asks the database, because messages between processes can be lost, and asks nothing while no connection depends on one.
 */
export class CredentialWatch {
  readonly #options: CredentialWatchOptions;
  /** What is called at the end of a credential, by digest. */
  readonly #watched = { key: new Map<string, Set<() => void>>(), session: new Map<string, Set<() => void>>() };
  #timer: NodeJS.Timeout | undefined;
  #checking = false;
  #failing = false;
  #closed = false;

  constructor(options: CredentialWatchOptions) {
    this.#options = options;
  }

  /**
   * Watches a credential.
   *
   * @param onEnd called once, when the credential is not valid
   * @returns ends the watch
   */
  watch({ kind, digest }: Credential, onEnd: () => void): () => void {
    const watched = this.#watched[kind];
    const callbacks = watched.get(digest) ?? new Set();
    watched.set(digest, callbacks.add(onEnd));
    this.#checkLater();
    return () => {
      callbacks.delete(onEnd);
      if (callbacks.size === 0 && watched.get(digest) === callbacks) watched.delete(digest);
    };
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #checkLater(): void {
    const isNeeded = kinds.some((kind) => this.#watched[kind].size > 0);
    if (this.#closed || this.#timer || this.#checking || !isNeeded) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#check();
    }, checkEveryMs).unref();
  }

  async #check(): Promise<void> {
    this.#checking = true;
    try {
      await Promise.all(kinds.map((kind) => this.#checkAll(kind)));
      this.#failing = false;
    } catch (error) {
      const reason = messageOf(error);
      if (!this.#failing) this.#options.log.warn({ reason }, 'the credentials of open streams cannot be checked');
      this.#failing = true;
    }
    this.#checking = false;
    this.#checkLater();
  }

  async #checkAll(kind: Credential['kind']): Promise<void> {
    const watched = this.#watched[kind];
    if (watched.size === 0) return;
    const { apiKeys, sessions } = this.#options.db;
    const table = kind === 'key' ? apiKeys : sessions;
    for (const digest of await table.invalid([...watched.keys()])) {
      const callbacks = watched.get(digest);
      watched.delete(digest);
      callbacks?.forEach((onEnd) => onEnd());
    }
  }
}
