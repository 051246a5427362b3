import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { RasterProduct } from '@severe/catalogue';
import { has } from './rounds.ts';

/** Programs of GDAL that make the pyramid one after another. */
export interface Chain {
  name: string;
  /** Makes it in a new folder. @returns CPU seconds */
  run: (file: string, folder: string) => number;
}

/** The ways to the pyramid with GDAL: values or colours are warped, to a file or tile by tile. None if it is not installed. */
export function gdalChains(product: RasterProduct, maxZoom: number): Chain[] {
  if (!['gdalwarp', 'gdaldem', 'gdal2tiles.py'].every(has)) return [];
  const [west, south, east, north] = product.bounds;
  const resolution = (2 * Math.PI * 6378137) / (256 * 2 ** maxZoom);
  const extent = ['-te', west, south, east, north, '-te_srs', 'EPSG:4326'].map(String);
  const pixels = ['-t_srs', 'EPSG:3857', '-tr', `${resolution}`, `${resolution}`, '-tap', '-r', 'near'];
  const warp = (from: string, to: string, more: string[] = []): number =>
    cpuOf('gdalwarp', ['-q', '-overwrite', ...pixels, ...extent, ...more, from, to]);
  const colour = (from: string, to: string): number => {
    const colours = `${to}.txt`;
    writeFileSync(colours, colourTable(product));
    return cpuOf('gdaldem', ['color-relief', '-q', '-alpha', '-nearest_color_entry', from, colours, to]);
  };
  const levels = ['-z', `0-${maxZoom}`];
  const cut = (from: string, folder: string): number =>
    cpuOf('gdal2tiles.py', ['-q', '--xyz', '-x', '-w', 'none', '-r', 'near', ...levels, from, folder]);
  const zooms = ['--min-zoom', '0', '--max-zoom', `${maxZoom}`];
  const nearest = ['--resampling', 'nearest', '--overview-resampling', 'nearest'];
  const tile = (from: string, folder: string): number =>
    cpuOf('gdal', ['raster', 'tile', ...zooms, ...nearest, '--skip-blank', '--webviewer', 'none', from, folder]);
  const chains: Chain[] = [
    {
      name: 'gdalwarp + gdaldem + gdal2tiles',
      run: (file, folder) =>
        warp(file, `${folder}-warped.tif`, ['-dstnodata', '-9999']) +
        colour(`${folder}-warped.tif`, `${folder}-coloured.tif`) +
        cut(`${folder}-coloured.tif`, folder),
    },
    {
      name: 'gdaldem + gdalwarp + gdal2tiles',
      run: (file, folder) =>
        colour(file, `${folder}-coloured.tif`) +
        warp(`${folder}-coloured.tif`, `${folder}-warped.tif`) +
        cut(`${folder}-warped.tif`, folder),
    },
    {
      name: 'gdaldem + gdal2tiles',
      run: (file, folder) => colour(file, `${folder}-coloured.tif`) + cut(`${folder}-coloured.tif`, folder),
    },
  ];
  if (hasRasterTile())
    chains.push({
      name: 'gdaldem + gdal raster tile',
      run: (file, folder) => colour(file, `${folder}-coloured.tif`) + tile(`${folder}-coloured.tif`, folder),
    });
  return chains;
}

/** Whether GDAL has its newer program for pyramids (3.11). */
const hasRasterTile = (): boolean => spawnSync('gdal', ['raster', 'tile', '--help']).status === 0;

/** The palette as a colour file of gdaldem, in the units of the file. */
function colourTable({ palette, threshold = -Infinity, source }: RasterProduct): string {
  const shift = source.feed === 'model' ? (source.offset ?? 0) : 0;
  const rgb = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)).join(' ');
  const least = Math.max(threshold, palette[0][0]);
  const lines = palette.map(([value, colour]) => `${Math.max(value, least) - shift} ${rgb(colour)} 255`);
  return ['nv 0 0 0 0', `-9999 0 0 0 0`, `${least - shift - 0.01} 0 0 0 0`, ...lines].join('\n');
}

/** User and system time of a program and its children in seconds, measured by the shell. */
export function cpuOf(program: string, args: string[]): number {
  const script = 'TIMEFORMAT="cpu %U %S"; time "$@" > /dev/null';
  const { stderr, status } = spawnSync('bash', ['-c', script, 'bash', program, ...args], { encoding: 'utf8' });
  const times = /^cpu ([\d.]+) ([\d.]+)$/m.exec(stderr);
  if (status !== 0 || !times) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return Number(times[1]) + Number(times[2]);
}
