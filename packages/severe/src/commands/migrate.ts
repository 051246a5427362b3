import { createLog, loadSettings } from '@severe/base';
import type { Command } from 'commander';
import { waiting } from '../progress.ts';

/** `severe migrate`: applies pending migrations and lists them. */
export function migrate(program: Command): void {
  program
    .command('migrate')
    .description('apply pending migrations to the configured database')
    .option('--contract', 'also apply those that end a transition: afterwards no older release can use the database')
    .option('--json', 'print JSON')
    .action(run);
}

async function run({ contract = false, json }: { contract?: boolean; json?: true }): Promise<void> {
  const settings = loadSettings(process.env);
  const { migrateDatabase } = await import('@severe/db'); // loaded on demand
  const log = createLog(settings.logLevel);
  const { where, migrated } = await waiting('migrating', () => migrateDatabase(settings, log, { contract }));
  process.stdout.write(json ? `${JSON.stringify({ database: where, migrated })}\n` : summaryOf(where, migrated));
}

function summaryOf(where: string, migrated: string[]): string {
  if (migrated.length === 0) return `The database ${where} is up to date.\n`;
  return `Migrations applied to the database ${where}:\n${migrated.map((name) => `  ${name}\n`).join('')}`;
}
