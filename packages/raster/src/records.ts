import { DataError, messageOf } from '@severe/base';
import {
  Grib2Error,
  identityOf,
  isField,
  levelText,
  limits,
  readFields,
  type FieldIdentity,
  type Grib2Field,
} from '@severe/grib2';
import { gunzipSync } from 'node:zlib';

/**
 * Reads the records of a GRIB2 file, gzipped or not, without their values.
 *
 * @throws {DataError} if one of them cannot be read, with the decoder's error as its cause
 */
export function readRecords(bytes: Uint8Array): Grib2Field[] {
  const entries = decoding(() => readFields(unzipped(bytes)));
  return entries.map((entry) => {
    if (isField(entry)) return entry;
    throw new DataError(`grib2-${entry.error.code}`, entry.error.message, { cause: entry.error });
  });
}

function unzipped(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.packedBytes });
  } catch (error) {
    throw new DataError('gzip', `a gzip file of ${bytes.length} bytes: ${messageOf(error)}`, { cause: error });
  }
}

/** Turns errors of the decoder into data errors. */
export function decoding<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof Grib2Error)) throw error;
    throw new DataError(`grib2-${error.code}`, error.message, { cause: error });
  }
}

/** A GRIB2 record by what it holds. Parameter and level are named as by `wgrib2`: `TMP`, `2 m above ground`. */
export interface RecordName {
  parameter: string;
  level: string;
  /** At an instant, or over the hour before the valid time. */
  over: 'instant' | 'hour-max' | 'hour-sum';
  /** Whether a model computed the values, or instruments measured them. */
  made: 'model' | 'observation';
}

/** The parts of a field that identify it. */
type IdentifiedField = Pick<Grib2Field, 'parameter' | 'product' | 'identification' | 'validAt'>;

/**
 * Refuses a file of other records, whose values mean something else than the product: another quantity or level, another
 * statistic or interval, a member of an ensemble or something derived from it, a probability, a percentile, another kind
 * of process. Two records must also be of the same run and time.
 *
 * @param fields of the file, in any order
 * @throws {DataError} `wrong-records` with what was found and what is needed
 */
export function checkRecords(fields: readonly IdentifiedField[], records: readonly RecordName[]): void {
  const isComplete =
    fields.length === records.length && records.every((record) => fields.some((field) => isRecord(field, record)));
  if (!isComplete) {
    const more = fields.length > maxNamed ? [`${fields.length - maxNamed} more`] : [];
    const found = [...fields.slice(0, maxNamed).map(textOf), ...more].join(' and ');
    const needed = records.map(nameOf).join(' and ');
    throw new DataError('wrong-records', `the file holds ${found || 'no field'}; ${needed} needed`);
  }
  const [first, ...others] = fields.map(timesOf);
  const other = others.find((times) => times !== first);
  if (other) throw new DataError('wrong-records', `the file holds records of two times, ${first} and ${other}`);
}

/** Number of fields of a file that an error names. */
const maxNamed = 3;

/** Templates of a quantity itself, at an instant and over an interval. */
const plainTemplates = new Set(['4.0', '4.8']);

/** Numbers of table 4.3 by kind of process. Missing numbers are accepted: they contradict nothing. */
const processes: Record<RecordName['made'], number[]> = {
  model: [0, 1, 2, 3, 12, 13, 22], // analyses and forecasts of one model; no ensembles, probabilities or differences
  observation: [8],
};

const processText: Record<RecordName['made'], string> = { model: 'analysis or forecast', observation: 'observation' };

/** The statistic of table 4.10 over the hour before the valid time. */
const hourly: Record<Exclude<RecordName['over'], 'instant'>, { type: number; text: string }> = {
  'hour-sum': { type: 1, text: 'sum of 1 h' },
  'hour-max': { type: 2, text: 'maximum of 1 h' },
};

const hourSeconds = 3600;

function isRecord({ parameter, product }: IdentifiedField, { parameter: id, level, over, made }: RecordName): boolean {
  if (parameter.id !== id || levelText(product.surfaces) !== level || !plainTemplates.has(product.template))
    return false;
  if (product.process !== undefined && !processes[made].includes(product.process)) return false;
  if (over === 'instant') return !product.over;
  const { types, interval } = product.over ?? { types: [] };
  return types.length === 1 && types[0] === hourly[over].type && secondsOf(interval) === hourSeconds;
}

function secondsOf(interval: FieldIdentity['interval']): number | undefined {
  return interval ? (interval.until.getTime() - interval.from.getTime()) / 1000 : undefined;
}

function timesOf({ identification, validAt }: IdentifiedField): string {
  return `${identification.referenceAt.toISOString()} for ${validAt?.toISOString() ?? 'an unknown time'}`;
}

function nameOf({ parameter, level, over, made }: RecordName): string {
  const statistic = over === 'instant' ? '' : `, ${hourly[over].text}`;
  return `${parameter} at ${level}${statistic} (${processText[made]})`;
}

function textOf(field: IdentifiedField): string {
  const { name, process, statistic, interval, ensemble } = identityOf(field);
  const member = ensemble?.member === undefined ? '' : `, member ${ensemble.member} of an ensemble`;
  const span = statistic === undefined ? '' : `, ${statistic} of ${durationText(secondsOf(interval))}`;
  const { surfaces, template } = field.product;
  const level = levelText(surfaces) || 'no level';
  const of = plainTemplates.has(template) ? [] : [`template ${template}`];
  const about = [...(process === undefined ? [] : [process]), ...of].join(', ');
  return `${name} at ${level}${member}${span}${about && ` (${about})`}`;
}

function durationText(seconds: number | undefined): string {
  if (seconds === undefined) return 'an unknown interval';
  if (seconds > 0 && seconds % hourSeconds === 0) return `${seconds / hourSeconds} h`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}

/** The times that a file must have: those of the frame that it becomes. */
export interface FrameTimes {
  /** The run of a model; absent for measurements. */
  runAt?: Date | null;
  validAt: Date;
  /** Frames are named by the minute, and files of measurements by the time at which they were made. */
  withinMs: number;
}

/**
 * Refuses a file of another time.
 *
 * @throws {DataError} `wrong-time` with the times that were found and needed
 */
export function checkTimes(found: { runAt?: Date; validAt?: Date }, { runAt, validAt, withinMs }: FrameTimes): void {
  for (const [what, is, needed] of [
    ['of the run', found.runAt, runAt],
    ['for', found.validAt, validAt],
  ] as const) {
    if (!needed || (is && Math.abs(is.getTime() - needed.getTime()) < withinMs)) continue;
    const text = is?.toISOString() ?? 'an unknown time';
    throw new DataError('wrong-time', `the file is ${what} ${text}, ${needed.toISOString()} is needed`);
  }
}
