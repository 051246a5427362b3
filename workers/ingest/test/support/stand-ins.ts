import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettings, silentLog, UpstreamError, type Clock } from '@severe/base';
import { openPlatform, type Platform } from '@severe/platform';
import { s3Listing } from '@severe/testing/s3-listing';
import { testDatabase } from '@severe/db/testing/database';
import type { FeedContext } from '../../src/feed.ts';
import type { ChangedText, Fetcher, FetchOptions } from '../../src/fetch/fetcher.ts';

/** A provider with files under keys, which answers as S3 does. */
export class Bucket implements Fetcher {
  readonly files = new Map<string, Buffer>();
  readonly asked: string[] = [];
  /** URLs of its listings. */
  readonly listed: string[] = [];
  /** While set, every answer is this failure. */
  away: UpstreamError | undefined;
  readonly #url: string;
  readonly #storedAt = new Map<string, Date>();

  constructor(url: string) {
    this.#url = `${url}/`;
  }

  /** @param storedAt as its listings say it */
  put(key: string, body: string | Uint8Array, storedAt?: Date): void {
    this.files.set(key, Buffer.from(body));
    if (storedAt) this.#storedAt.set(key, storedAt);
  }

  async bytes(url: string, { range }: FetchOptions = {}): Promise<Buffer | undefined> {
    if (this.away) throw this.away;
    const path = url.slice(this.#url.length);
    if (path.startsWith('?')) {
      this.listed.push(url);
      const query = new URLSearchParams(path.slice(1));
      return Buffer.from(s3Listing(this.files.keys(), query, (key) => this.#storedAt.get(key)));
    }
    this.asked.push(range ? `${path} ${range.first}-${range.last ?? ''}` : path);
    const file = this.files.get(path);
    return range ? file?.subarray(range.first, (range.last ?? file.length - 1) + 1) : file;
  }

  async text(url: string, options?: FetchOptions): Promise<string | undefined> {
    return (await this.bytes(url, options))?.toString();
  }

  async changedText(url: string): Promise<ChangedText | undefined> {
    throw new Error(`a bucket has nothing that changes in place, such as ${url}`);
  }
}

/** A feed's means on an empty database and a fresh folder. */
export async function feedContext(
  fetcher: Fetcher,
  clock: Clock,
  env: Record<string, string> = {},
): Promise<{ context: FeedContext; platform: Platform; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'severe-ingest-'));
  const settings = loadSettings({ DATA_DIR: folder, ...env });
  const platform = await openPlatform(settings, silentLog);
  const db = await testDatabase({ clock });
  const { objects, queue } = platform;
  return {
    platform,
    context: {
      settings,
      fetcher,
      db,
      objects,
      queue,
      pubsub: platform.pubsub,
      clock,
      log: silentLog,
      signal: new AbortController().signal,
    },
    async close() {
      await platform.close();
      await db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
