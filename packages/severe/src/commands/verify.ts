import type { Command } from 'commander';
import type { VerifyOptions } from './verify/verify-stores.ts';
import { waiting } from '../progress.ts';

/** `severe verify`: holds the rows of the configured database against the configured object store. */
export function verify(program: Command): void {
  program
    .command('verify')
    .description('check that the objects of every frame are there, and what is there without a row')
    .option('--repair', 'forget frames whose objects are absent, so that their feeds fetch them again')
    .option('--json', 'print JSON')
    .action(async (options: VerifyOptions) => {
      const { describeStores, isWhole, verifyStores } = await import('./verify/verify-stores.ts'); // loaded on demand
      const report = await waiting('verifying', () => verifyStores(options));
      process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : describeStores(report));
      if (!isWhole(report)) process.exitCode = 1;
    });
}
