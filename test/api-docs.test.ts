import { readFileSync } from 'node:fs';
import { apiEndpoints } from '@severe/api';
import { tileEndpoints } from '@severe/tiles';
import { expect } from 'chai';
import { compileMatch } from '@severe/http/testing/match';

const page = readFileSync(new URL('../docs/api.md', import.meta.url), 'utf8');
const blocks = (language: string): string =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, code]) => code).join('\n');

const published = [...tileEndpoints, ...apiEndpoints].filter(({ internal }) => !internal);
const find = compileMatch(new Map(published.map(({ path }) => [path, path])));
/** A table has the parameters of its list. */
const listOf = (path: string): string => path.replace(/\.csv$/, '');
const namesOf = (path: string): string[] =>
  published
    .filter((endpoint) => endpoint.path === path)
    .flatMap(({ params, query }) => [...Object.keys(params), ...Object.keys(query)]);

/** Requests by curl, and calls of the client. */
const requested = [...blocks('sh').matchAll(/\$BASE(\/[^\s"'|]*)/g)].map(([, target]) => target);
const called = [...blocks('ts').matchAll(/severe\.(get|post|all)\('([^']+)'(?:, \{ (\w[^{}]*) \})?/g)].map(
  ([, method, path, params = '']) => ({
    method: method === 'post' ? 'POST' : 'GET',
    path,
    names: [...params.matchAll(/(\w+):/g)].map(([, name]) => name),
  }),
);

describe('docs/api.md', () => {
  it('requests existing paths with existing parameters', () => {
    expect(requested.length).to.be.greaterThan(40);
    for (const target of requested) {
      const [path, query = ''] = target.split('?');
      const found = find(listOf(path))?.value;
      expect(found, target).to.be.a('string');
      const names = [...new URLSearchParams(query).keys()];
      expect(namesOf(found!), target).to.include.members(names);
    }
  });

  it('calls existing paths with existing parameters', () => {
    expect(called.length).to.be.greaterThan(20);
    for (const { method, path, names } of called) {
      expect(
        published.some((endpoint) => endpoint.path === path && endpoint.method === method),
        path,
      ).to.equal(true);
      expect(namesOf(path), path).to.include.members(names);
    }
  });

  it('shows every subject with curl and with the client', () => {
    const subjectOf = (path: string): string => path.split('/')[1];
    const subjects = published
      .filter(({ ownPages }) => !ownPages) // docs/accounts.md and docs/webhooks.md describe the others
      .map(({ path }) => subjectOf(path))
      .filter((name) => !['', 'docs', 'openapi.json'].includes(name));
    const withCurl = new Set(requested.map((target) => subjectOf(listOf(target.split('?')[0]))));
    const withClient = new Set(called.map(({ path }) => subjectOf(path)));
    if (blocks('ts').includes('severe.events(')) withClient.add('stream');
    expect(
      subjects.filter((name) => !withCurl.has(name)),
      'with curl',
    ).to.deep.equal([]);
    expect(
      subjects.filter((name) => !withClient.has(name)),
      'with the client',
    ).to.deep.equal([]);
  });
});
