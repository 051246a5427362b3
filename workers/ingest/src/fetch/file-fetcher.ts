import { readFile } from 'node:fs/promises';
import { DataError } from '@severe/base';
import { decodeText, type Fetcher } from './fetcher.ts';

/** Saved payloads stand for the responses, in the order in which the feed asks for them. */
export function createFileFetcher(files: string[]): Fetcher {
  const waiting = [...files];
  async function bytes(url: string): Promise<Buffer> {
    const file = waiting.shift();
    if (!file) throw new DataError('no-more-files', `no file is left to stand for ${url}`);
    return readFile(file);
  }
  return { bytes, text: async (url) => decodeText(await bytes(url)) };
}
