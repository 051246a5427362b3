import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/imports.ts';

/** Where recipes, and pages for those who come from elsewhere, expect the service. */
const documentedUrls = ['http://127.0.0.1:8080', 'https://wx.example.org'];

/** The first block of a language on a page, with its path from `docs/recipes`, for a service at another address. */
export function blockOf(page: string, language: string, url: string): string {
  const text = readFileSync(join(root, 'docs/recipes', page), 'utf8');
  const block = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(text)?.[1];
  if (block === undefined) throw new Error(`docs/recipes/${page} has no block of ${language}`);
  return atService(block, url);
}

/** The text of a recipe for a service at another address. */
export const atService = (text: string, url: string): string =>
  documentedUrls.reduce((changed, documented) => changed.replaceAll(documented, url), text);

/** The address that the kiosk shows. */
export function kioskAddress(url: string): string {
  return /ExecStart=.*"(http[^"]+)"/.exec(blockOf('kiosk.md', 'ini', url))![1];
}
