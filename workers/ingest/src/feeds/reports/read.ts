import { isBulletin } from '../../parse/bulletin.ts';
import type { Parsed } from '../../parse/parsed.ts';
import { parseIemReports } from './parse-iem.ts';
import { parseLsr } from './parse-lsr.ts';
import type { ReportRow } from './row.ts';

/** Parses the list of reports, or a bulletin from a file. @throws {DataError} for any other payload */
export function readLocalReports(text: string, now: Date): Parsed<ReportRow> {
  return isBulletin(text) ? parseLsr(text, now) : parseIemReports(text);
}
