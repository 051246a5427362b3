import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { actions, hourRules, statusRules } from '@severe/assessment';
import { situationsPage } from './support/situations-page.ts';

const document = readFileSync(new URL('../../../docs/assessment.md', import.meta.url), 'utf8');
const rows = document.split('\n').filter((line) => line.startsWith('| `'));

describe('docs/assessment.md', () => {
  it('lists every rule of the status, in order, with its condition and source', () => {
    const expected = statusRules.map(
      (rule) => `| \`${rule.id}\` | ${rule.status} | ${rule.condition} | ${rule.cites} |`,
    );
    expect(rows.slice(0, expected.length)).to.deep.equal(expected);
  });

  it('lists every rule of hours, in order, with its condition and source', () => {
    const expected = hourRules.map((rule) => `| \`${rule.id}\` | ${rule.risk} | ${rule.condition} | ${rule.cites} |`);
    expect(rows.slice(statusRules.length, statusRules.length + expected.length)).to.deep.equal(expected);
  });

  it('lists every piece of advice with its source', () => {
    const advice = rows.slice(statusRules.length + hourRules.length);
    expect(advice.map((row) => row.split(' | ')[0].slice(3, -1))).to.deep.equal(actions.map(({ says }) => says));
    for (const [i, { cites }] of actions.entries()) expect(advice[i]).to.include(`| ${cites} |`);
  });
});

describe('docs/situations.md', () => {
  it('has what the code says, in every language', () => {
    const page = readFileSync(new URL('../../../docs/situations.md', import.meta.url), 'utf8');
    expect(page, 'write it with scripts/situations.ts').to.equal(situationsPage());
  });
});
