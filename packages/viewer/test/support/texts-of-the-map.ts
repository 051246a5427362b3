import { readdirSync, readFileSync } from 'node:fs';
import { keyOf } from '../../src/language.ts';

const source = new URL('../../src/', import.meta.url);

/** The English texts in code and page of the map, with numbered gaps. */
export function textsOfTheMap(): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  const found = [...files.flatMap((name) => textsIn(read(name))), ...textsOfPage(read('index.html'))];
  return [...new Set(found)];
}

const read = (name: string): string => readFileSync(new URL(name, source), 'utf8');

/** The texts of templates t`…` in code. */
function textsIn(code: string): string[] {
  return [...code.matchAll(/(?<![\w$.`])t`/g)].map(({ index }) => keyOf(partsFrom(code, index + 2)));
}

/** The parts of a template between its values. @param start its first character */
function partsFrom(code: string, start: number): string[] {
  const parts = [''];
  for (let at = start; code[at] !== '`'; at++) {
    if (code.startsWith('${', at)) {
      at = endOfValue(code, at + 2);
      parts.push('');
    } else parts[parts.length - 1] += code[at];
  }
  return parts;
}

/** The place of the brace that ends a value, which may have templates of its own. */
function endOfValue(code: string, start: number): number {
  let at = start;
  for (let depth = 0; depth > 0 || code[at] !== '}'; at++) {
    if (code[at] === '{') depth++;
    else if (code[at] === '}') depth--;
    else if (code[at] === '`') {
      for (at++; code[at] !== '`'; at++) if (code.startsWith('${', at)) at = endOfValue(code, at + 2);
    }
  }
  return at;
}

/** Texts and labels of a page, without symbols and names that are the same everywhere. */
function textsOfPage(page: string): string[] {
  const body = page.slice(page.indexOf('<body>'));
  const labels = [...body.matchAll(/(?:aria-label|placeholder|title|data-hint)="([^"]*)"/g)].map(([, label]) => label);
  const texts = [...body.matchAll(/>([^<]+)</g)].map(([, text]) => text.trim().replaceAll(/\s+/g, ' '));
  return [...labels, ...texts].filter((text) => /[a-z]{2}/i.test(text) && !same.has(text));
}

/** Examples, addresses and the text for browsers without scripts, which translate nothing. */
const same = new Set(['Norman, 73069, OKC, KTLX', '/api/v1', 'auto', 'The map needs JavaScript. The data is at']);
