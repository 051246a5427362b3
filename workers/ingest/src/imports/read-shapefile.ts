import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DataError } from '@severe/base';
import { open } from 'shapefile';
import { lowerKeys, type Feature } from '../parse/features.ts';
import { partEnding, type OpenedFile } from './open-file.ts';

/** Maximum size of the .prj and .cpg files, which contain one line each. */
const maxSidecarBytes = 64 << 10;

/**
 * Reads the records of an ESRI shapefile with their attributes.
 *
 * @param shapes the stream of the `.shp`
 * @throws {DataError} `parts` if the .dbf is missing, `projection` if coordinates are not in degrees
 * @see ESRI Shapefile Technical Description, July 1998
 */
export async function* readShapefile(file: OpenedFile, shapes: Readable): AsyncIterable<Feature> {
  const attributes = partEnding(file, /\.dbf$/i);
  if (!attributes) throw new DataError('parts', `expected a .dbf with the .shp of ${file.name}`);
  const projection = await sidecarOf(file, /\.prj$/i);
  if (/^\s*PROJ/i.test(projection ?? '')) {
    throw new DataError('projection', `expected degrees, got coordinates in ${projection!.slice(0, 60)}`);
  }
  const encoding = /utf-?8/i.test((await sidecarOf(file, /\.cpg$/i)) ?? '') ? 'utf-8' : 'windows-1252';
  const table = await attributes.open();
  try {
    const source = await open(shapes, table, { encoding });
    for (let next = await source.read(); !next.done; next = await source.read()) {
      const { properties, geometry } = next.value;
      yield { id: undefined, properties: lowerKeys(properties ?? {}), geometry };
    }
  } finally {
    table.destroy();
  }
}

async function sidecarOf(file: OpenedFile, ending: RegExp): Promise<string | undefined> {
  const part = partEnding(file, ending);
  return part && part.bytes <= maxSidecarBytes ? text(await part.open()) : undefined;
}
