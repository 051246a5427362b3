import { readFileSync } from 'node:fs';
import { createFeeds } from '@severe/ingest';
import { Command } from 'commander';
import { expect } from 'chai';
import { commands } from 'severe/testing/commands';
import { root } from './support/imports.ts';

const doc = readFileSync(`${root}docs/replay.md`, 'utf8');
/** Commands of the guide, without their comments. */
const lines = [...doc.matchAll(/^npx severe (.*?)(?: +#.*)?$/gm)].map(([, line]) => line);

describe('docs/replay.md', () => {
  it('has commands with options that exist and values that they accept', async () => {
    expect(lines).to.have.length(8);
    for (const line of lines) {
      const program = new Command();
      for (const add of commands) add(program);
      let options: Record<string, unknown> | undefined;
      for (const command of program.commands) {
        const silent = command.exitOverride().configureOutput({ writeErr: () => {} });
        silent.action((given: Record<string, unknown>) => void (options = given));
      }
      await program.parseAsync(line.split(' '), { from: 'user' });
      expect(options, line).to.not.equal(undefined);
    }
  });

  it('names feeds that exist', () => {
    const [, list] = /--feeds (\S+)/.exec(doc)!;
    expect(createFeeds().map(({ id }) => id)).to.include.members(list.split(','));
  });
});
