import { readFileSync } from 'node:fs';
import { providerHosts } from '@severe/catalogue';
import { expect } from 'chai';
import { root } from './support/imports.ts';

describe('docs/providers.md', () => {
  it('has a row for every host, with its limits, policy, evidence and end', () => {
    const text = readFileSync(`${root}docs/providers.md`, 'utf8');
    const rows = [...text.matchAll(/^\| `([a-z0-9.-]+\.[a-z]+)` \| .*$/gm)].map(([row, host]) => [host, row]);
    const expected = providerHosts.map(({ host, concurrent, perSecond, policy, evidence, ends }) => [
      host,
      `| \`${host}\` | ${concurrent} | ${perSecond} | ${policy} | ${evidence} | ${ends ? `${ends.at}: ${ends.what}` : ''} |`,
    ]);
    expect(rows).to.deep.equal(expected);
  });
});
