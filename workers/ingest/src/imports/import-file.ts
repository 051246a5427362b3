import { DataError } from '@severe/base';
import type { Database, Facility, GivenZone, PlaceWithTerms } from '@severe/db';
import type { Feature } from '../parse/features.ts';
import { countyFrom } from './county.ts';
import { facilityFrom, type FacilityOptions } from './facility.ts';
import { BatchImport, type ImportReport } from './batch-import.ts';
import { linesOf } from './lines.ts';
import { openFile, openPart, type OpenedFile } from './open-file.ts';
import { placeReader, type ReadPlace } from './place-lines.ts';
import { readFeatures, type OnProgress } from './read-features.ts';

/** Data sets that can be imported. */
export const importKinds = ['facilities', 'counties', 'places'] as const;
export type ImportKind = (typeof importKinds)[number];

interface ImportOptions {
  facilities: FacilityOptions;
  onProgress: OnProgress;
  /** Time of the import. */
  now: Date;
  /** Ends the import after the current batch. */
  signal?: AbortSignal;
}

/** Tables that imports write. */
type ImportTables = Pick<Database, 'facilities' | 'zones' | 'places' | 'sourceRuns'>;

/** Batch sizes, small enough for the statement timeout of two seconds. */
const rowsAtOnce = 200;
const countiesAtOnce = 50;
/** Maximum GeoJSON characters in a batch; some counties have a hundred thousand vertices. */
const shapesAtOnce = 1 << 20;

/**
 * Imports a file into the database in batches, so that memory does not grow with the file. A repeated import changes nothing.
 *
 * @throws {DataError} if the format is wrong, or no row can be imported
 */
export async function importFile(
  kind: ImportKind,
  path: string,
  tables: ImportTables,
  options: ImportOptions,
): Promise<ImportReport> {
  const file = await openFile(path);
  try {
    return await importOpened(kind, file, tables, options);
  } finally {
    file.close();
  }
}

/** Imports an open file, like `importFile`. @throws {DataError} as `importFile` */
export async function importOpened(
  kind: ImportKind,
  file: OpenedFile,
  tables: ImportTables,
  options: ImportOptions,
): Promise<ImportReport> {
  const report = await importers[kind](file, tables, options);
  if (report.new + report.changed + report.unchanged === 0) {
    const [first] = report.refused;
    throw new DataError('rows', `no ${kind} in ${file.name}${first ? `: ${first.why}, in ${first.example}` : ''}`);
  }
  await finishers[kind](tables, file.name);
  await tables.sourceRuns.recordData(kind, options.now);
  return report;
}

type Importer = (file: OpenedFile, tables: ImportTables, options: ImportOptions) => Promise<ImportReport>;

const importers: Record<ImportKind, Importer> = {
  async facilities(file, { facilities }, options) {
    const batches = new BatchImport<Facility>(
      (rows) => facilities.put(rows),
      () => 1 / rowsAtOnce,
      options.signal,
    );
    for await (const feature of readFeatures(file, options.onProgress)) {
      await batches.add(() => facilityFrom(feature, options.facilities), () => labelOf(feature)); // prettier-ignore
    }
    return batches.finish();
  },

  async counties(file, { zones }, { onProgress, signal }) {
    const batches = new BatchImport<GivenZone>(
      (rows) => zones.put(rows),
      ({ shape }) => Math.max(1 / countiesAtOnce, shape.length / shapesAtOnce),
      signal,
    );
    for await (const feature of readFeatures(file, onProgress)) {
      await batches.add(() => countyFrom(feature, file.name), () => labelOf(feature)); // prettier-ignore
    }
    return batches.finish();
  },

  async places(file, { places }, { onProgress, signal }) {
    const batches = new BatchImport<PlaceWithTerms>(
      (rows) => places.putMissing(rows),
      () => 1 / rowsAtOnce,
      signal,
    );
    let read: ReadPlace | undefined;
    for await (const lines of placeLines(file, onProgress)) {
      for (const line of lines) {
        if (!read) {
          const reader = placeReader(line);
          read = reader.read;
          if (reader.header) continue;
        }
        const readLine = read;
        if (line.trim() !== '') await batches.add(() => readLine(line), () => line); // prettier-ignore
      }
    }
    return batches.finish();
  },
};

/** Steps after all rows of a file are stored. */
const finishers: Record<ImportKind, (tables: ImportTables, name: string) => Promise<void>> = {
  async facilities({ facilities, places }, name) {
    await facilities.analyze();
    await places.recordEdition('facilities', name);
  },
  counties: ({ places }, name) => places.recordEdition('counties', name),
  places: ({ places }, name) => places.finishEdition('places', name),
};

async function* placeLines(file: OpenedFile, onProgress: OnProgress): AsyncIterable<string[]> {
  const [part, other] = file.parts.filter(({ name }) => !/readme/i.test(name));
  if (!part || other) throw new DataError('parts', `expected one list of places in ${file.name}`);
  let read = 0;
  const stream = await openPart(part, (bytes) => onProgress((read += bytes), part.bytes));
  try {
    yield* linesOf(stream);
  } finally {
    stream.destroy();
  }
}

/** Label of a row in the report. */
function labelOf({ properties, id }: Feature): string {
  const { name, geoid } = properties;
  return JSON.stringify({ id: geoid ?? properties.id ?? id, name });
}
