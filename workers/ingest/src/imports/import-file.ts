import { DataError } from '@severe/base';
import type { Database, Facility, PlaceWithTerms } from '@severe/db';
import type { ShapedZone } from '../feeds/nws-zones/parse.ts';
import type { Feature } from '../parse/features.ts';
import { countyFrom } from './county.ts';
import { facilityFrom, type FacilityOptions } from './facility.ts';
import { Intake, type ImportReport } from './intake.ts';
import { linesOf } from './lines.ts';
import { openFile, openPart, type OpenedFile } from './open-file.ts';
import { placeReader, type ReadPlace } from './place-lines.ts';
import { readFeatures, type OnProgress } from './read-features.ts';

/** What can be imported. */
export const importKinds = ['facilities', 'counties', 'places'] as const;
export type ImportKind = (typeof importKinds)[number];

export interface ImportOptions {
  facilities: FacilityOptions;
  onProgress: OnProgress;
  /** When it is. */
  now: Date;
}

/** Where it goes. */
export type ImportTables = Pick<Database, 'facilities' | 'zones' | 'places' | 'sourceRuns'>;

/** A statement has two seconds. */
const rowsAtOnce = 200;
const countiesAtOnce = 50;
/** Some counties have a hundred thousand vertices: so many characters of shapes. */
const shapesAtOnce = 1 << 20;

/**
 * Takes a file into the database, a bundle of rows at a time, so that memory does not grow with the file. Twice is once.
 *
 * @throws {DataError} for a file that is not what it should be: of another form, or without a row that can be taken
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

/** The same for a file that is open. @throws {DataError} as `importFile` */
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
    const intake = new Intake<Facility>(
      (rows) => facilities.put(rows),
      () => 1 / rowsAtOnce,
    );
    for await (const feature of readFeatures(file, options.onProgress)) {
      await intake.take(() => facilityFrom(feature, options.facilities), () => nameOf(feature)); // prettier-ignore
    }
    return intake.finish();
  },

  async counties(file, { zones }, { onProgress }) {
    const intake = new Intake<ShapedZone>(
      (rows) => zones.put(rows),
      ({ shape }) => Math.max(1 / countiesAtOnce, shape.length / shapesAtOnce),
    );
    for await (const feature of readFeatures(file, onProgress)) {
      await intake.take(() => countyFrom(feature), () => nameOf(feature)); // prettier-ignore
    }
    return intake.finish();
  },

  async places(file, { places }, { onProgress }) {
    const intake = new Intake<PlaceWithTerms>(
      (rows) => places.putMissing(rows),
      () => 1 / rowsAtOnce,
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
        if (line.trim() !== '') await intake.take(() => readLine(line), () => line); // prettier-ignore
      }
    }
    return intake.finish();
  },
};

/** What is left to do when a file is in. */
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

/** Which one it is, to whoever reads the report. */
function nameOf({ properties, id }: Feature): string {
  const { name, geoid } = properties;
  return JSON.stringify({ id: geoid ?? properties.id ?? id, name });
}
