import { readFileSync } from 'node:fs';

/** The version of this package, which is that of the whole house. */
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
