import type { Command } from 'commander';

/** `severe feed list` and `severe feed run`. */
export function feed(program: Command): void {
  const group = program.command('feed').description('list the feeds, or run one once');
  group
    .command('list')
    .description('list the feeds')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: boolean }) => {
      const { listFeeds } = await import('./feed/run-feed.ts'); // loaded on demand
      const rows = listFeeds();
      process.stdout.write(json ? `${JSON.stringify({ feeds: rows })}\n` : rows.map(line).join(''));
    });
  group
    .command('run')
    .argument('<source>', 'id of a feed from `severe feed list`; with files also the id of its source')
    .description('run a feed once, against the provider or against saved payloads')
    .option('--from <file...>', 'bulletins, and files to use as responses, in order')
    .option('--demo', 'store the data as simulated weather')
    .option('--json', 'print JSON')
    .action(async (id: string, options: { from?: string[]; demo?: boolean; json?: boolean }) => {
      const { runFeed, summaryOf } = await import('./feed/run-feed.ts');
      const report = await runFeed(id, options);
      process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : summaryOf(report));
    });
}

function line(feed: { id: string; source: string; everySeconds: number; about: string }): string {
  return `${feed.id.padEnd(10)} ${feed.source.padEnd(10)} every ${String(feed.everySeconds).padStart(4)} s  ${feed.about}\n`;
}
