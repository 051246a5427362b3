import { Option, type Command } from 'commander';
import { withProgress } from '../progress.ts';

interface CheckCommand {
  live?: boolean;
  save?: string;
  json?: boolean;
  maxMb: number;
}

/** `severe check`: asks each provider once, as the feeds do, and says what became of it. */
export function check(program: Command): void {
  program
    .command('check')
    .argument('[source...]', 'ids of sources or of feeds; default: all that are enabled')
    .description('ask each provider once, as the service does, and say what became of it')
    .option('--live', 'ask the real public providers; default: the simulated ones, or those of PROVIDERS')
    .option('--save <folder>', 'keep the answers, without keys, for `severe start --replay`')
    .option('--json', 'print JSON')
    .addOption(
      new Option('--max-mb <n>', 'megabytes after which a feed is asked for no more').default(25).argParser(Number),
    )
    .action(async (names: string[], { live = false, save, json = false, maxMb }: CheckCommand) => {
      const { runCheck } = await import('./check/run-check.ts'); // loaded on demand
      const print = (line: string): void => void process.stdout.write(`${line}\n`);
      const isFine = await withProgress((show) => runCheck(names, { live, save, json, maxMb, print, show }));
      process.exitCode = isFine ? 0 : 1;
    });
}
