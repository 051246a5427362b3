import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiEndpoints } from '@severe/api';
import { apiPrefix } from '@severe/http';
import { tileEndpoints } from '@severe/tiles';
import { expect } from 'chai';
import { root } from './support/imports.ts';

const config = readFileSync(join(root, 'infra/nginx.conf'), 'utf8');
const [, pattern] = /location ~ (\S+) \{\s*proxy_pass http:\/\/severe_tiles\$severe_path/.exec(config) ?? [];

describe('infra/nginx.conf', () => {
  const goesToTiles = (path: string): boolean =>
    new RegExp(pattern).test(`${apiPrefix}${path.replaceAll(/\{\w+\}/g, 'x')}`);

  it('sends every path of the tile servers there, and no other', () => {
    expect(pattern).to.not.equal(undefined);
    expect(tileEndpoints.map(({ path }) => path).filter((path) => !goesToTiles(path))).to.deep.equal([]);
    expect(apiEndpoints.map(({ path }) => path).filter(goesToTiles)).to.deep.equal([]);
  });
});
