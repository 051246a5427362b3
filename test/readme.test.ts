import { existsSync, readFileSync } from 'node:fs';
import { settingsTable } from '@severe/base';
import { apiEndpoints } from '@severe/api';
import { compileMatch } from '@severe/http/testing/match';
import { tileEndpoints } from '@severe/tiles';
import { Command } from 'commander';
import { expect } from 'chai';
import { commands } from 'severe/testing/commands';
import { root } from './support/imports.ts';

const readme = readFileSync(`${root}README.md`, 'utf8');
const operating = readFileSync(`${root}docs/operating.md`, 'utf8');

/** Rows of the settings table as the documents show them. */
const settingRows = Object.values(settingsTable).map(({ env, default: value, about }) => {
  const given = Array.isArray(value) ? value.join() : typeof value === 'object' ? '' : value;
  const shown = given === '' || given === undefined ? '' : `\`${given}\``;
  return `| \`${env}\` | ${shown} | ${about} |`;
});

/** The rows of a document whose first cell is a setting. */
const rowsOf = (text: string): string[] => text.match(/^\| `[A-Z0-9_]+` \| .*$/gm) ?? [];

const brokenLinks = (text: string, folder: string): string[] =>
  [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)]
    .map(([, path]) => path)
    .filter((path) => !existsSync(folder + path));

describe('README.md', () => {
  it('lists the settings that are set most often', () => {
    expect(rowsOf(readme)).to.have.length(7);
    expect(settingRows).to.include.members(rowsOf(readme));
  });

  it('lists every command', () => {
    const program = new Command();
    for (const add of commands) add(program);
    const names = program.commands.map((command) => command.name());
    expect(names.filter((name) => !readme.includes(`severe ${name}`))).to.deep.equal([]);
  });

  it('requests existing paths with existing parameters', () => {
    const endpoints = [...tileEndpoints, ...apiEndpoints];
    const find = compileMatch(new Map(endpoints.map((endpoint) => [endpoint.path, endpoint])));
    const targets = [...readme.matchAll(/^curl .*'http:\/\/127\.0\.0\.1:8080\/api\/v1([^']+)'/gm)].map(
      ([, one]) => one,
    );
    expect(targets).to.have.length(5);
    for (const target of targets) {
      const [path, query = ''] = target.split('?');
      const found = find(path)?.value;
      expect(Object.keys(found?.query ?? {}), target).to.include.members([...new URLSearchParams(query).keys()]);
      expect(found, target).not.to.equal(undefined);
    }
  });

  it('links to existing files', () => {
    expect(brokenLinks(readme, root)).to.deep.equal([]);
  });
});

describe('docs/operating.md', () => {
  it('lists every setting with its default and its meaning, in order', () => {
    expect(rowsOf(operating)).to.deep.equal(settingRows);
  });

  it('links to existing files', () => {
    expect(brokenLinks(operating, `${root}docs/`)).to.deep.equal([]);
  });
});
