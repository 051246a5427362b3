import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiEndpoints } from '@severe/api';
import { apiPrefix } from '@severe/http';
import { tileEndpoints } from '@severe/tiles';
import { expect } from 'chai';
import { root } from './support/imports.ts';

const config = readFileSync(join(root, 'infra/nginx.conf'), 'utf8');
const patterns = [...config.matchAll(/location ~ (\S+) \{\s*proxy_pass http:\/\/severe_(?:any_)?tiles/g)].map(
  ([, pattern]) => pattern,
);

describe('infra/nginx.conf', () => {
  const goesToTiles = (path: string): boolean =>
    patterns.some((pattern) => new RegExp(pattern).test(`${apiPrefix}${path.replaceAll(/\{\w+\}/g, 'x')}`));

  it('sends every path of the tile servers there, and no other', () => {
    expect(patterns).to.not.have.lengthOf(0);
    expect(tileEndpoints.map(({ path }) => path).filter((path) => !goesToTiles(path))).to.deep.equal([]);
    expect(apiEndpoints.map(({ path }) => path).filter(goesToTiles)).to.deep.equal([]);
  });
});
