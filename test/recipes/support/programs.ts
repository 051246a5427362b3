import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../support/imports.ts';
import { atService, blockOf } from './recipe.ts';

const run = promisify(execFile);

/** A Python that has GeoPandas and Matplotlib; without it, what draws is skipped. */
export const pythonWithTables = process.env.TABLES_PYTHON;

/** With the client for Python, and without a screen. */
const environment = {
  ...process.env,
  PYTHONPATH: join(root, 'packages/client/python/src'),
  MPLBACKEND: 'Agg',
};

/** The program of a recipe. */
interface Program {
  recipe: string;
  language: keyof typeof commands;
  /** What runs it. Default: what is installed for its language. */
  command?: string;
  /** Address of the service. */
  url: string;
  /** Where it works. */
  folder: string;
  /** Parts of its text that a reader changes. */
  changes?: [part: string, by: string][];
  env?: Record<string, string>;
}

const commands = { bash: 'bash', sh: 'sh', python: 'python3', r: 'Rscript' };
/** Lines of a shell that a reader pastes one by one: each has to work. */
const flags: Partial<Record<keyof typeof commands, string[]>> = { sh: ['-e'] };

/** Runs the program of a recipe until it ends. @returns what it printed */
export async function runRecipe(program: Program): Promise<string> {
  const { folder: cwd, language, command = commands[language], env } = program;
  const args = [...(flags[language] ?? []), await saved(program)];
  const { stdout } = await run(command, args, { cwd, env: { ...environment, ...env } });
  return stdout;
}

/** Starts the program of a recipe that does not end. */
export async function startRecipe(program: Program): Promise<ChildProcess> {
  const { folder: cwd, language, command = commands[language] } = program;
  return spawn(command, [await saved(program)], { cwd, env: environment, stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Saves the program as a file. @throws {Error} if it does not have a part that is to be changed */
async function saved({ recipe, language, url, folder, changes = [] }: Program): Promise<string> {
  let text = blockOf(recipe, language, url);
  for (const [part, by] of changes) {
    if (!text.includes(part)) throw new Error(`${recipe} has no ${part}`);
    text = text.replace(part, by);
  }
  const file = join(folder, `recipe.${language}`);
  await writeFile(file, text);
  return file;
}

interface Notebook {
  cells: { cell_type: string; source: string[] }[];
}

/** Runs the cells of code of a notebook of `docs/recipes`, one after another. */
export async function runNotebook(command: string, name: string, url: string, folder: string): Promise<void> {
  const { cells } = JSON.parse(readFileSync(join(root, 'docs/recipes', name), 'utf8')) as Notebook;
  const code = cells.filter(({ cell_type: type }) => type === 'code').map(({ source }) => source.join(''));
  const file = join(folder, 'notebook.py');
  await writeFile(file, atService(code.join('\n\n'), url));
  await run(command, [file], { cwd: folder, env: environment });
}
