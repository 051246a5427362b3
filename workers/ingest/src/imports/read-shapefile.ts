import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { DataError } from '@severe/base';
import { open } from 'shapefile';
import { lowerKeys, type Feature } from '../parse/features.ts';
import { partEnding, type OpenedFile } from './open-file.ts';

/** The files beside the shapes hold a line each. */
const largestNote = 64 << 10;

/**
 * The records of an ESRI shapefile, with their attributes.
 *
 * @param shapes the stream of the `.shp`
 * @throws {DataError} `parts` without attributes, `projection` where coordinates are not degrees
 * @see ESRI Shapefile Technical Description, July 1998
 */
export async function* readShapefile(file: OpenedFile, shapes: Readable): AsyncIterable<Feature> {
  const attributes = partEnding(file, /\.dbf$/i);
  if (!attributes) throw new DataError('parts', `expected a .dbf beside the .shp of ${file.name}`);
  const projection = await noteOf(file, /\.prj$/i);
  if (/^\s*PROJ/i.test(projection ?? '')) {
    throw new DataError('projection', `expected degrees, got coordinates in ${projection!.slice(0, 60)}`);
  }
  const encoding = /utf-?8/i.test((await noteOf(file, /\.cpg$/i)) ?? '') ? 'utf-8' : 'windows-1252';
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

async function noteOf(file: OpenedFile, ending: RegExp): Promise<string | undefined> {
  const part = partEnding(file, ending);
  return part && part.bytes <= largestNote ? text(await part.open()) : undefined;
}
