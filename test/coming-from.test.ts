import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiEndpoints } from '@severe/api';
import { compileReadCall, type Endpoint } from '@severe/http';
import { tileEndpoints } from '@severe/tiles';
import { expect } from 'chai';
import { root } from './support/imports.ts';

const endpoints: Endpoint<any>[] = [...apiEndpoints, ...tileEndpoints];

/** The requests in the second column of the tables of a page. */
function requestsOf(page: string): string[] {
  const rows = readFileSync(join(root, 'docs/coming-from', page), 'utf8').split('\n').filter((line) => line.startsWith('| ')); // prettier-ignore
  return rows.flatMap((row) => Array.from(row.split(' | ')[1].matchAll(/`(\/[^`]*)`/g), ([, request]) => request));
}

/** The endpoint of a path with its values, and these values. A template of tiles stands for a tile. */
function endpointOf(path: string): { endpoint: Endpoint<any>; texts: string[] } | undefined {
  const asked = path.replace('{z}', '6').replace('{x}', '14').replace('{y}', '25');
  const found = endpoints.flatMap((endpoint) => {
    const pattern = endpoint.path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '([^/]+?)');
    const match = new RegExp(`^${pattern}$`).exec(asked);
    return match ? [{ endpoint, texts: match.slice(1) }] : [];
  });
  return found.toSorted((one, other) => one.texts.length - other.texts.length)[0]; // fixed text before a parameter
}

describe('pages for those who come from other services', () => {
  for (const page of ['nws-api.md', 'iem.md', 'xweather.md']) {
    it(`${page} names requests that the service reads`, () => {
      const requests = requestsOf(page);
      expect(requests.length).to.be.greaterThan(10);
      for (const request of requests) {
        const [path, search = ''] = request.split('?');
        const found = endpointOf(path);
        expect(found, request).to.not.equal(undefined);
        const { endpoint, texts } = found!;
        for (const name of new URLSearchParams(search).keys())
          expect(Object.keys(endpoint.query), request).to.include(name);
        expect(() => compileReadCall(endpoint)(texts, search), request).to.not.throw();
      }
    });
  }
});
