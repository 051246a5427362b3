import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, silentLog } from '@severe/base';
import { allRoles, startService } from 'severe/testing/service';
import { keyAt } from '@severe/ingest/testing/keys';
import { until } from '@severe/testing/until';
import { mosaic, Provider, type Block } from './provider.ts';

/** The whole service with a test provider, in its own folder. */
export interface Walk {
  url: string;
  /** Adds a composite mosaic to the provider's bucket. */
  publish(at: Date, block: Block): void;
  /** Adds other bytes under the same key. */
  publishBytes(at: Date, bytes: Buffer): void;
  /** Repeats a request until its response satisfies the condition. */
  until<T>(path: string, satisfied: (answer: T) => boolean): Promise<T>;
  close(): Promise<void>;
}

const folder = 'MergedReflectivityQCComposite_00.50';

export async function startWalk(
  options: {
    simulated?: boolean;
    published?: [at: Date, block: Block][];
    /** Other objects of the provider, by key. */
    files?: Record<string, Buffer>;
    env?: Record<string, string>;
  } = {},
): Promise<Walk> {
  const provider = new Provider();
  const dataDir = await mkdtemp(join(tmpdir(), 'severe-walk-'));
  const { simulated = true, published = [], files = {}, env = {} } = options;
  const settings = loadSettings({
    PORT: '0',
    OPS_PORT: '0',
    DATA_DIR: dataDir,
    PROVIDERS: await provider.listen(),
    RATE_LIMIT_ANONYMOUS: '100000', // it asks many times a second until what it waits what it waits for is there
    ...env,
  });
  const publishBytes = (at: Date, bytes: Buffer) => void provider.files.set(keyAt(folder, at), bytes);
  for (const [key, bytes] of Object.entries(files)) provider.files.set(key, bytes);
  for (const [at, block] of published) publishBytes(at, mosaic(at, block));
  const service = await startService({ settings, roles: [...allRoles], simulated, log: silentLog });

  return {
    url: service.url,
    publishBytes,
    publish: (at, block) => publishBytes(at, mosaic(at, block)),
    async until<T>(path: string, satisfied: (answer: T) => boolean) {
      const ask = async (): Promise<{ answer: T } | undefined> => {
        const response = await fetch(service.url + path);
        const answer = (await response.json()) as T;
        return response.ok && satisfied(answer) ? { answer } : undefined;
      };
      return (await until(ask, { withinMs: 240_000, everyMs: 100 })).answer;
    },
    async close() {
      await service.close();
      provider.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Time of a mosaic: `steps` two-minute steps before the last one before `at`. */
export function mosaicTime(at: Date, steps = 0): Date {
  const step = 120_000;
  return new Date(Math.floor(at.getTime() / step) * step - steps * step);
}
