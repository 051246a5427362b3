import { collectGarbage } from '@severe/async/collect-garbage';
import { DataError, formatTime, messageOf } from '@severe/base';
import {
  earthNote,
  Grib2Error,
  identityOf,
  isField,
  levelText,
  readFields,
  type FieldValues,
  type Grib2Field,
  type RefusedField,
} from '@severe/grib2';
import { storedLocator, type StoredLocator } from '@severe/projection';
import type { FileReport, MessageReport, PointReport, Question } from './report.ts';

/** GRIB2: one entry per field; a message can contain several. */
export function describeGrib2(bytes: Uint8Array, question: Question): FileReport {
  const messages = readFields(bytes).map((entry, index) => describe(entry, index, question));
  return { format: 'GRIB2', messages };
}

function describe(entry: Grib2Field | RefusedField, index: number, question: Question): MessageReport {
  if (!isField(entry)) return { index, error: messageOf(entry.error), ...shapeOf(entry) };
  const locator = locatorOf(entry);
  if (locator instanceof DataError) return { index, error: locator.message, packing: entry.packing };
  const head = { index, ...describeIdentity(entry), ...shapeOf(entry) };
  const spent = question.stop();
  if (spent !== undefined) return { ...head, error: `not read: ${spent}` };
  collectAfter(entry.count);
  try {
    const values = entry.decode();
    return { ...head, ...values.statistics(question.absent), points: pointsOf(entry, locator, values, question) };
  } catch (error) {
    if (error instanceof Grib2Error) return { ...head, error: error.message };
    throw error;
  }
}

/** The error if the parameters of the grid contradict each other. */
function locatorOf({ grid }: Grib2Field): StoredLocator | DataError {
  try {
    return storedLocator(grid);
  } catch (error) {
    if (error instanceof DataError) return error;
    throw error;
  }
}

/** Reported if the position of a point is not known. */
const unknownPosition = { lat: NaN, lon: NaN };

function describeIdentity(field: Grib2Field): Partial<MessageReport> {
  const { name, units = null, interval, ...others } = identityOf(field);
  const { product, validAt } = field;
  return {
    name,
    units,
    level: levelText(product.surfaces),
    time: validAt && formatTime(validAt),
    productTemplate: product.template,
    ...others,
    ...(interval === undefined ? {} : { interval: interval && periodOf(interval) }),
  };
}

function periodOf({ from, until }: { from: Date; until: Date }): MessageReport['interval'] {
  return { start: formatTime(from), end: formatTime(until) };
}

function shapeOf({ grid, packing }: Grib2Field | RefusedField): Partial<MessageReport> {
  const shown = grid && { template: grid.template, width: grid.width, height: grid.height };
  return { grid: shown, packing, note: grid && earthNote(grid) };
}

function pointsOf(
  { count }: Grib2Field,
  locator: StoredLocator,
  values: FieldValues,
  { at, indices, absent }: Question,
): PointReport[] {
  const valueAt = (index: number): number | null => {
    const value = values.at(index);
    return value === null || absent.includes(value) ? null : value;
  };
  const places = at.map((place): PointReport => {
    const index = locator.nearest(place);
    return index === undefined ? { ...place, value: null, outside: true } : { ...place, value: valueAt(index) };
  });
  const cells = indices.map((index): PointReport => {
    if (index >= count) return { index, value: null, outside: true };
    return { index, ...(locator.positionOf(index) ?? unknownPosition), value: valueAt(index) };
  });
  return [...places, ...cells];
}

/** Fields with more points are collected at once: two of them exceed the allowed memory. */
const largePoints = 30e6;

/**
 * Releases the memory of a field that is no longer referenced. The engine sees only small objects and would keep hundreds of
 * megabytes while the next field allocates as much again.
 *
 * @param points number of points of the field
 */
function collectAfter(points: number): void {
  if (points >= largePoints) collectGarbage();
}
