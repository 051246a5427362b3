import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import { root } from './support/imports.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const manifestOf = (path: string) => JSON.parse(read(path)) as Record<string, any>;

describe('a release', () => {
  const { version } = manifestOf('packages/severe/package.json');

  it('has one version in all packages, and in what they need of each other', () => {
    for (const group of ['packages', 'workers']) {
      for (const name of readdirSync(join(root, group))) {
        const manifest = manifestOf(`${group}/${name}/package.json`);
        const needs = Object.entries<string>({ ...manifest['dependencies'], ...manifest['optionalDependencies'] });
        const own = needs.filter(([needed]) => needed === 'severe' || needed.startsWith('@severe/'));
        const versions = [manifest['version'], ...own.map(([, needed]) => needed)];
        expect(new Set(versions), manifest['name']).to.deep.equal(new Set([version]));
      }
    }
    expect(manifestOf('lerna.json')['version']).to.equal(version);
    expect(read('infra/helm/severe/Chart.yaml')).to.include(`\nversion: ${version}\nappVersion: ${version}\n`);
    expect(read('packages/client/python/pyproject.toml')).to.include(`\nversion = "${version}"\n`);
  });

  it('has a part of the changelog, newest first after what is not released', () => {
    const headings = Array.from(read('CHANGELOG.md').matchAll(/^## (\S+)/gm), ([, heading]) => heading);
    expect(headings.slice(0, 2)).to.deep.equal(['Unreleased', version]);
  });
});
