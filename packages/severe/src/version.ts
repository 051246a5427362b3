import { readFileSync } from 'node:fs';

/** The version of this package, which is the version of the whole service. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
