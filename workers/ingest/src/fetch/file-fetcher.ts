import { readFile } from 'node:fs/promises';
import { DataError } from '@severe/base';
import { decodeText, type Fetcher } from './fetcher.ts';

/** A fetcher that reads files, and how many of them are still to be read. */
export interface FileFetcher extends Fetcher {
  left: () => number;
}

/** Saved payloads stand for the responses, in the order in which the feed asks for them. */
export function createFileFetcher(files: string[]): FileFetcher {
  const waiting = [...files];
  async function bytes(url: string): Promise<Buffer> {
    const file = waiting.shift();
    if (!file) throw new DataError('no-more-files', `no file is left to stand for ${url}`);
    return readFile(file);
  }
  const text = async (url: string): Promise<string> => decodeText(await bytes(url));
  return {
    bytes,
    text,
    changedText: async (url) => ({ text: await text(url), markStored() {} }),
    left: () => waiting.length,
  };
}
