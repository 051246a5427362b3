import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const project = 'https://github.com/severe-weather/severe';

/**
 * How providers know the service. They ask for a contact, and some refuse requests without identification.
 *
 * @param contact of the operator
 */
export function userAgentOf(contact = ''): string {
  return `severe/${version} (${[project, contact].filter(Boolean).join('; ')})`;
}
