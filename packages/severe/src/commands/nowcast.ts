import { InvalidArgumentError, type Command } from 'commander';
import { withProgress } from '../progress.ts';
import type { NowcastOptions } from './nowcast/nowcast-files.ts';

/** `severe nowcast FILE…`: extrapolates consecutive radar frames. */
export function nowcast(program: Command): void {
  program
    .command('nowcast')
    .description('extrapolate consecutive radar frames along the motion of their echoes')
    .argument('<file...>', 'frames on one grid, oldest first: GRIB2, gzipped or not, or GeoTIFF')
    .requiredOption(
      '--out <folder>',
      'output folder, for one Cloud Optimized GeoTIFF a lead time; created if it does not exist',
    )
    .option('--minutes <n>', 'last lead time', minutes, 60)
    .option('--step <n>', 'minutes between lead times', minutes, 5)
    .option('--every <n>', 'minutes between frames, where neither the files nor their names tell the time', minutes)
    .option('--json', 'print JSON')
    .action(async (files: string[], options: NowcastOptions) => {
      const { describeNowcast, nowcastFiles } = await import('./nowcast/nowcast-files.ts'); // loaded on demand
      const report = await withProgress((show) => nowcastFiles(files, options, show));
      process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : describeNowcast(report));
    });
}

function minutes(text: string): number {
  const value = Number(text);
  if (/^\d{1,3}(\.\d+)?$/.test(text) && value > 0) return value;
  throw new InvalidArgumentError('expected minutes above 0.');
}
