import type { Command } from 'commander';
import type { DecodeOptions, Terminal } from './decode/decode-file.ts';

/** `severe decode FILE`: describes a weather data file. */
export function decode(program: Command, terminal: Terminal = process): void {
  const collect = (value: string, before: string[]): string[] => [...before, value];
  program
    .command('decode')
    .description('describe a GRIB2, NEXRAD, GeoTIFF or NetCDF-4 file: fields, times, grids, statistics, single values')
    .argument('<file>', 'GRIB2, NEXRAD Level II or III, GeoTIFF or NetCDF-4 file, also compressed with gzip or bzip2')
    .option('--json', 'print JSON')
    .option('--at <lat,lon>', 'print the nearest cell of each field; can be repeated', collect, [])
    .option('--site <lat,lon,height>', 'position of the radar, of a volume that does not contain it (before 2008)')
    .option('--index <n,…>', 'print cells by their position in the stored order; can be repeated', collect, [])
    .option('--product <id>', 'treat the no-data values of this product as missing: vil, hrrr/t2m …')
    .action(async (file: string, options: DecodeOptions) => {
      const { decodeFile } = await import('./decode/decode-file.ts'); // loaded on demand
      await decodeFile(file, options, terminal);
    });
}
