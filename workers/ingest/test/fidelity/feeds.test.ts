import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { createFeeds } from '../../src/feeds/index.ts';
import { binaryForms, comparisons, withoutProvider } from './comparisons.ts';

const document = readFileSync(new URL('../../../../docs/providers.md', import.meta.url), 'utf8');

/** The feeds in the first column of the table under a heading. */
function feedsUnder(heading: string): string[] {
  const [, section] = document.split(`## ${heading}\n`);
  const rows = section.split('\n## ')[0].matchAll(/^\| (`[^|]+`) \|/gm);
  return [...rows].flatMap(([, cell]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, feed]) => feed)).sort();
}

describe('docs/providers.md', () => {
  const compared = [...new Set([...comparisons.flatMap(({ feeds }) => feeds), ...Object.keys(binaryForms)])].sort();
  const known = createFeeds().map(({ id }) => id);

  it('names the feeds that are compared with real payloads', () => {
    expect(feedsUnder('Compared with a real payload')).to.deep.equal(compared);
  });

  it('names all others as unproven', () => {
    const others = known.filter((id) => !compared.includes(id) && !withoutProvider.includes(id));
    expect(feedsUnder('Unproven')).to.deep.equal(others.sort());
  });

  it('is about feeds that exist', () => {
    expect([...compared, ...withoutProvider].filter((id) => !known.includes(id))).to.deep.equal([]);
  });
});
