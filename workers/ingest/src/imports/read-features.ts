import { pipeline, type Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DataError, messageOf } from '@severe/base';
import { lowerKeys, type Feature } from '../parse/features.ts';
import { isRecord } from '../parse/payload.ts';
import { openPart, partEnding, peek, type OpenedFile, type Part } from './open-file.ts';
import { linesOf } from './lines.ts';
import { readCsv } from './read-csv.ts';
import { readShapefile } from './read-shapefile.ts';

/** The parser takes some ten milliseconds for as much, at worst. */
const pieceBytes = 8 << 10;

/** Progress callback, with the bytes read and the total size. */
export type OnProgress = (bytes: number, total: number) => void;

/**
 * Reads the features of a file in order: a zipped shapefile, or a GeoJSON FeatureCollection, line-delimited GeoJSON or CSV
 * with columns for latitude and longitude, zipped or not. Property names are converted to lower case.
 *
 * @throws {DataError} if the format is not supported or the file is truncated
 */
export async function* readFeatures(file: OpenedFile, onProgress: OnProgress): AsyncIterable<Feature> {
  const shapes = partEnding(file, /\.shp$/i);
  const part = shapes ?? partEnding(file, /\.(geojson|json|ndjson|jsonl|geojsonl|geojsons|csv|tsv|txt)$/i);
  if (!part) {
    const got = file.parts.map(({ name }) => name).join(', ');
    throw new DataError('kind', `expected a zipped shapefile, GeoJSON or CSV, got ${got.slice(0, 200)}`);
  }
  let read = 0;
  const stream = await openPart(part, (bytes) => onProgress((read += bytes), part.bytes));
  try {
    yield* shapes ? readShapefile(file, stream) : readText(part, stream);
  } catch (cause) {
    if (cause instanceof DataError) throw cause;
    throw new DataError('form', `${part.name} cannot be read: ${messageOf(cause)}`, { cause });
  } finally {
    stream.destroy();
  }
}

async function* readText({ name }: Part, stream: Readable): AsyncIterable<Feature> {
  const head = await peek(stream);
  if (head.trim() === '') throw new DataError('empty', `${name} is empty`);
  if (!/^\s*[[{]/.test(head)) return yield* readCsv(stream, head);
  yield* hasFeaturePerLine(head) ? readLines(stream) : readCollection(stream, name);
}

/** @param head the first 64 KiB at most: the first line may not end in it */
function hasFeaturePerLine(head: string): boolean {
  const [line, ...more] = head.split('\n', 2);
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) && value.type === 'Feature';
  } catch {
    if (more.length > 0) return false; // a document of several lines
    return /"type"\s*:\s*"Feature"/.test(line) && !/"FeatureCollection"|"features"\s*:/.test(line);
  }
}

async function* readLines(stream: Readable): AsyncIterable<Feature> {
  for await (const lines of linesOf(stream)) {
    for (const line of lines) if (line.trim() !== '') yield asFeature(parsed(line));
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new DataError('json', `expected one feature per line, got ${JSON.stringify(line.slice(0, 60))}`, { cause });
  }
}

async function* readCollection(stream: Readable, name: string): AsyncIterable<Feature> {
  const [{ pick }, { streamArray }] = await Promise.all([
    import('stream-json/filters/pick.js'),
    import('stream-json/streamers/stream-array.js'),
  ]);
  const values = streamArray.asStream();
  pipeline(stream, inPieces, pick.withParserAsStream({ filter: 'features', once: true }), values, () => {}); // the reader receives errors
  let count = 0;
  for await (const { value } of values as AsyncIterable<{ value: unknown }>) {
    count++;
    yield asFeature(value);
  }
  if (count === 0) throw new DataError('shape', `expected a FeatureCollection with features in ${name}, got none`);
}

/** A collection of small features takes ten times as long to read as its bytes: others have their turn in between. */
async function* inPieces(stream: Readable): AsyncIterable<Uint8Array> {
  for await (const bytes of stream as AsyncIterable<Uint8Array>) {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      yield bytes.subarray(at, at + pieceBytes);
      await nextTurn();
    }
  }
}

function asFeature(value: unknown): Feature {
  const { id, properties, geometry } = isRecord(value) ? value : {};
  return { id, properties: lowerKeys(isRecord(properties) ? properties : {}), geometry };
}
