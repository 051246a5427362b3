import { readFile } from 'node:fs/promises';
import { DataError } from '@severe/base';
import { textOf, type Fetcher } from './fetcher.ts';

/** A fetcher that reads files; `left` is the number of unread files. */
interface FileFetcher extends Fetcher {
  left: () => number;
}

/** Uses saved payloads as responses, in the order of the requests. */
export function createFileFetcher(files: string[]): FileFetcher {
  const waiting = [...files];
  async function bytes(url: string): Promise<Buffer> {
    const file = waiting.shift();
    if (!file) throw new DataError('no-more-files', `no file is left for ${url}`);
    return readFile(file);
  }
  const text = async (url: string): Promise<string> => textOf(await bytes(url));
  return {
    bytes,
    text,
    changedText: async (url) => ({ text: await text(url), markStored() {} }),
    left: () => waiting.length,
  };
}
