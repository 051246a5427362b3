import type { Command } from 'commander';
import { withProgress } from '../progress.ts';
import type { IngestOptions } from './ingest/ingest-files.ts';
import { readTime } from './read-options.ts';

/** `severe ingest`: publishes files as frames in the configured stores. */
export function ingest(program: Command): void {
  program
    .command('ingest')
    .description('publish files of a product as frames in the configured stores')
    .argument('<file...>', 'files of the provider, gzipped or not')
    .requiredOption('--product <id>', 'composite-reflectivity, t2m …, radar/… and hrrr/…, or nexrad/KTLX …')
    .option('--time <iso>', 'valid time of the frame; default: the time in the file', readTime)
    .option('--demo', 'publish it as simulated weather')
    .option('--force', 'publish records of another product, too')
    .option('--json', 'print JSON')
    .action(async (files: string[], options: IngestOptions) => {
      const { describeResult, ingestFiles, isPublished } = await import('./ingest/ingest-files.ts'); // loaded on demand
      const results = await withProgress((show) => ingestFiles(files, options, show));
      const lines = () => results.map(describeResult).join('');
      process.stdout.write(options.json ? `${JSON.stringify({ frames: results })}\n` : lines());
      if (!results.every(isPublished)) process.exitCode = 1;
    });
}
