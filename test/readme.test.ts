import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { settingsTable } from '@severe/base';
import { Command } from 'commander';
import { expect } from 'chai';
import { commands } from 'severe/testing/commands';

const root = fileURLToPath(new URL('..', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');

describe('the README', () => {
  it('names every setting with its default and what it is for', () => {
    const missing = Object.values(settingsTable)
      .map(({ env, default: value, about }) => {
        const shown = typeof value === 'object' || value === '' || value === undefined ? '' : `\`${value}\``;
        return `| \`${env}\` | ${shown} | ${about} |`;
      })
      .filter((row) => !readme.includes(row));
    expect(missing).to.deep.equal([]);
  });

  it('names every command', () => {
    const program = new Command();
    for (const add of commands) add(program);
    const names = program.commands.map((command) => command.name());
    expect(names.filter((name) => !readme.includes(`severe ${name}`))).to.deep.equal([]);
  });

  it('leads to files that are there', () => {
    const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => path);
    expect(links.length).to.be.greaterThan(5);
    expect(links.filter((path) => !existsSync(root + path))).to.deep.equal([]);
  });
});
