import { readdirSync, readFileSync, statSync } from 'node:fs';
import { shared } from '../shared.ts';
import type { Format } from './formats.ts';

/** Folders of real files beside the checkout, and file names of each format. */
const places: Record<Format, [folder: string, name: RegExp][]> = {
  grib2: [['grib2', /\.(grib2?|grb2?|bin)$/]],
  geotiff: [
    ['geotiff', /\.tiff?$/],
    ['goes', /\.tif$/],
  ],
  level2: [['nexrad', /_V0\d$|\.bin$/]],
  level3: [['nexrad/level3', /^[A-Z]{3}_/]],
  netcdf: [['goes', /\.nc$/]],
  gzip: [
    ['grib2', /\.gz$/],
    ['nexrad', /\.gz$/],
  ],
};

/** Real files of a format with at most `octets` bytes, by name. */
export function realFiles(format: Format, octets: number): Record<string, Uint8Array> {
  const found = places[format].flatMap(([folder, name]) => {
    const path = shared(`data/raster/${folder}`);
    if (!path) return [];
    const names = readdirSync(path).filter((each) => name.test(each) && statSync(`${path}/${each}`).size <= octets);
    return names.sort().map((each): [string, Uint8Array] => [each, readFileSync(`${path}/${each}`)]);
  });
  return Object.fromEntries(found);
}
