import { UpstreamError } from '@severe/base';
import type { Objects } from '@severe/platform';

/** An object store in memory that counts what is read, and can be told to be away, silent or slow. */
export class TestObjects {
  readonly stored = new Map<string, Buffer>();
  /** Keys in the order in which they were fetched. */
  gets: string[] = [];
  rangeReads = 0;
  mode: 'well' | 'away' | 'silent' = 'well';
  /** A fetch waits for this. */
  gate: Promise<void> = Promise.resolve();

  readonly port: Objects = {
    get: async (key) => {
      this.gets.push(key);
      if (this.mode === 'away') throw new UpstreamError('object store', 'connection refused');
      if (this.mode === 'silent') await new Promise(() => undefined);
      await this.gate;
      return this.stored.get(key);
    },
    getRange: async (key, start, length) => {
      this.rangeReads++;
      if (this.mode === 'away') throw new UpstreamError('object store', 'connection refused');
      if (this.mode === 'silent') await new Promise(() => undefined);
      await this.gate;
      return this.stored.get(key)?.subarray(start, start + length);
    },
    put: async (key, body) => void this.stored.set(key, Buffer.from(body)),
    head: async (key) => {
      const body = this.stored.get(key);
      return body && { key, bytes: body.length, modifiedAt: new Date(0) };
    },
    async *list() {
      yield* [];
    },
    delete: async (keys) => keys.forEach((key) => this.stored.delete(key)),
    ping: async () => undefined,
  };
}
