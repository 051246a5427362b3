import { DataError } from '@severe/base';
import type { GribRecord } from '@severe/catalogue';
import { excerpt } from '../../parse/payload.ts';

/** A line of an `.idx` file: the byte range and content of a GRIB2 message. */
export interface IdxLine {
  first: number;
  /** Last byte; absent for the last message, which extends to the end of the file. */
  last?: number;
  /** Reference time, `YYYYMMDDHH`. */
  reference: string;
  parameter: string;
  level: string;
  forecast: string;
}

/**
 * Parses a wgrib2 inventory: `71:45796688:d=2022101409:TMP:2 m above ground:5 hour fcst:`. Submessages (`92.1`, `92.2`)
 * share an offset and a range.
 *
 * @throws {DataError} `idx` for a line of another form or decreasing offsets
 */
export function parseIdx(text: string): IdxLine[] {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  const parsed = lines.map((line): IdxLine => {
    const [record, offset, reference, parameter, level, forecast] = line.split(':');
    if (!/^\d+(\.\d+)?$/.test(record) || !/^\d+$/.test(offset ?? '') || !reference?.startsWith('d=') || !forecast) {
      throw new DataError('idx', `expected record:offset:d=time:variable:level:forecast, got ${excerpt(line, 80)}`);
    }
    return { first: Number(offset), reference: reference.slice(2), parameter, level, forecast };
  });
  if (parsed.length === 0) throw new DataError('idx', 'expected records, got an empty inventory');
  for (let i = parsed.length - 1, end: number | undefined; i >= 0; i--) {
    const { first } = parsed[i];
    const next = parsed[i + 1];
    if (next && next.first < first) throw new DataError('idx', `offset ${next.first} after ${first}`);
    if (next && next.first > first) end = next.first - 1;
    if (end !== undefined) parsed[i].last = end;
  }
  return parsed;
}

/** The line of a record at a forecast hour. Records over an hour do not exist in the analysis. */
export function findRecord(lines: IdxLine[], record: GribRecord, hour: number): IdxLine | undefined {
  const forecasts = forecastTexts(record.over, hour);
  return lines.find(
    (line) => line.parameter === record.parameter && line.level === record.level && forecasts.includes(line.forecast),
  );
}

function forecastTexts(over: GribRecord['over'], hour: number): string[] {
  if (over === 'instant') return hour === 0 ? ['anl'] : [`${hour} hour fcst`];
  if (hour === 0) return [];
  return [`${hour - 1}-${hour} hour ${over === 'hour-max' ? 'max' : 'acc'} fcst`];
}
