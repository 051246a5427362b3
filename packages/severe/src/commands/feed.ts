import type { Command } from 'commander';
import { waiting, withProgress } from '../progress.ts';
import { withProviders, withStores, type Stores } from '../with-stores.ts';

/** `severe feed list`, `run`, `dead` and `retry`. */
export function feed(program: Command): void {
  const group = program.command('feed').description('list the feeds, run one once, or retry what was given up');
  group
    .command('list')
    .description('list the feeds')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { listFeeds } = await import('./feed/run-feed.ts'); // loaded on demand
      const rows = listFeeds();
      process.stdout.write(
        json ? `${JSON.stringify({ feeds: rows })}\n` : rows.map(line).join('') + (await endsOfProviders()),
      );
    });
  group
    .command('run')
    .argument('<source>', 'id of a feed from `severe feed list`; with files also the id of its source')
    .description('run a feed once, against the provider or against saved payloads')
    .option('--from <file...>', 'bulletins, and files to use as responses, in order')
    .option('--demo', 'request the simulated providers, and store the data as simulated weather')
    .option('--json', 'print JSON')
    .action(async (id: string, options: { from?: string[]; demo?: boolean; json?: boolean }) => {
      const { runFeed, summaryOf } = await import('./feed/run-feed.ts');
      const report = await withProgress((show) => runFeed(id, options, show));
      process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : summaryOf(report));
    });
  group
    .command('dead')
    .description('list what was given up, with its reasons: frames, and items that could not be read')
    .option('--demo', 'of a demonstration')
    .option('--json', 'print JSON')
    .action(async (options: { demo?: boolean; json?: boolean }) => {
      const { listGivenUp } = await import('./feed/dead-letters.ts');
      const print = (stores: Stores) => listGivenUp(stores, options.json);
      process.stdout.write(await waiting('reading the stores', () => withStores(options.demo ?? false, print)));
    });
  group
    .command('retry')
    .argument('[source]', 'id of a source or of a feed; default: all')
    .description('try again what was given up')
    .option('--demo', 'of a demonstration')
    .option('--json', 'print JSON')
    .action(async (source: string | undefined, options: { demo?: boolean; json?: boolean }) => {
      const { retryGivenUp } = await import('./feed/dead-letters.ts');
      const retry = (stores: Stores) => retryGivenUp(stores, source, options.json);
      process.stdout.write(await waiting('trying again', () => withProviders(options.demo ?? false, retry)));
    });
}

/** What is known of the ends of providers, a line each. */
async function endsOfProviders(): Promise<string> {
  const { providerHosts } = await import('@severe/catalogue');
  return providerHosts.flatMap(({ host, ends }) => (ends ? `${host} until ${ends.at}: ${ends.what}\n` : [])).join('');
}

function line(feed: { id: string; source: string; everySeconds: number; about: string }): string {
  return `${feed.id.padEnd(10)} ${feed.source.padEnd(10)} every ${String(feed.everySeconds).padStart(4)} s  ${feed.about}\n`;
}
