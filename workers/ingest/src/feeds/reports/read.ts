import { rejectUnreadable, type Parsed } from '../../parse/parsed.ts';
import { holdsBulletins, parseBulletins } from '../../parse/saved-bulletins.ts';
import { parseIemReports } from './parse-iem.ts';
import { parseLsr } from './parse-lsr.ts';
import type { ReportRow } from './row.ts';

/** Parses the list of reports, or bulletins from a file. @throws {DataError} for any other payload */
export function readLocalReports(text: string, now: Date): Parsed<ReportRow> {
  if (!holdsBulletins(text)) return parseIemReports(text);
  const parsed = parseBulletins([text], now, parseLsr);
  rejectUnreadable(parsed, 'bulletin');
  return parsed;
}
