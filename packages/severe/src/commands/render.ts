import { InvalidArgumentError, type Command } from 'commander';
import { withProgress } from '../progress.ts';
import type { RenderOptions } from './render/render-file.ts';

/** `severe render`: renders a provider's file to a frame, without stores. */
export function render(program: Command): void {
  program
    .command('render')
    .description('render a file of a product to tiles.pmtiles and values.tif')
    .argument('<file>', 'file of the provider, gzipped or not')
    .requiredOption('--product <id>', 'composite-reflectivity, t2m …, or radar/… and hrrr/…')
    .requiredOption('--out <folder>', 'output folder; created if it does not exist')
    .option('--maxzoom <level>', 'maximum zoom to render; default: the prerendered zooms of the product', wholeNumber)
    .option('--threads <count>', 'with 2 or more, tiles and values are encoded in parallel', wholeNumber, 1)
    .option('--force', 'draw records of another product, too')
    .option('--json', 'print JSON')
    .action(async (file: string, options: RenderOptions) => {
      const { describeReport, renderFile } = await import('./render/render-file.ts'); // loaded on demand
      const report = await withProgress((show) => renderFile(file, options, show));
      process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : describeReport(report));
    });
}

function wholeNumber(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('expected a whole number from 0.');
}
