import { DataError } from '@severe/base';
import { productPath } from './product-path.ts';
import type { ChangedText, Fetcher } from '../../src/fetch/fetcher.ts';

/** A provider whose files change in place, by their names without folder and ending; what it has not is a 404. */
export class ChangingFiles implements Fetcher {
  readonly files = new Map<string, string | Error>();
  readonly #kept = new Map<string, string>();

  async bytes(): Promise<undefined> {
    return undefined;
  }

  async text(url: string): Promise<string | undefined> {
    const file = this.files.get(nameOf(url));
    if (file instanceof Error) throw file;
    return file;
  }

  async changedText(url: string): Promise<ChangedText | undefined> {
    const name = nameOf(url);
    const text = await this.text(url);
    if (text === undefined) throw new DataError('gone', `no ${name}`);
    return this.#kept.get(name) === text ? undefined : { text, markStored: () => void this.#kept.set(name, text) };
  }
}

function nameOf(url: string): string {
  return productPath(url).split('/').at(-1)!.split('.')[0];
}
