import { InvalidArgumentError, type Command } from 'commander';
import type { RenderOptions } from './render/render-file.ts';

/** `severe render`: one frame from a provider's file, without any service. */
export function render(program: Command): void {
  program
    .command('render')
    .description('draw one file of a product as tiles.pmtiles and values.tif')
    .argument('<file>', 'the file of the provider, gzipped or not')
    .requiredOption('--product <id>', 'composite-reflectivity, t2m …, or radar/… and hrrr/…')
    .requiredOption('--out <folder>', 'where both files go; made if it is not there')
    .option('--maxzoom <level>', 'the deepest level to draw; else the one that the product draws ahead', wholeNumber)
    .option('--threads <count>', 'with 2 and more, tiles and values are made at the same time', wholeNumber, 1)
    .option('--json', 'print the report as JSON')
    .action(async (file: string, options: RenderOptions) => {
      const { describeReport, renderFile } = await import('./render/render-file.ts'); // only now: drawing takes a lot of code
      const report = await renderFile(file, options);
      process.stdout.write(options.json ? `${JSON.stringify(report)}\n` : describeReport(report));
    });
}

function wholeNumber(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('a whole number from 0 is needed.');
}
