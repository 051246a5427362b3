import type { Command } from 'commander';
import type { DecodeOptions, Terminal } from './decode/decode-file.ts';

/** `severe decode FILE`: describes a weather data file. */
export function decode(program: Command, terminal: Terminal = process): void {
  const collect = (value: string, before: string[]): string[] => [...before, value];
  program
    .command('decode')
    .description(
      'Tell what a GRIB2, NEXRAD, GeoTIFF or NetCDF-4 file holds: fields, times, grids, statistics, single values.',
    )
    .argument('<file>', 'GRIB2, NEXRAD Level II or III, GeoTIFF, NetCDF-4; packed by gzip or bzip2, or not')
    .option('--json', 'one JSON document instead of a table')
    .option('--at <lat,lon>', 'the nearest cell of each field; may be repeated', collect, [])
    .option('--index <n,…>', 'cells by their position in the stored order; may be repeated', collect, [])
    .option('--product <id>', 'treat the no-data values of this product as missing: vil, hrrr/t2m …')
    .action(async (file: string, options: DecodeOptions) => {
      const { decodeFile } = await import('./decode/decode-file.ts'); // loaded on demand
      await decodeFile(file, options, terminal);
    });
}
