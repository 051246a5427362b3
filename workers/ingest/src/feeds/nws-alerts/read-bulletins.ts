import type { Parsed } from '../../parse/parsed.ts';
import { parseBulletins } from '../../parse/saved-bulletins.ts';
import { eventsOf, type GroupedEvent } from './parse.ts';
import { parseBulletin } from './parse-bulletin.ts';

/** Parses the text products of warnings, watches, advisories and statements: the events of each one, oldest text first. */
export function readAlertBulletins(texts: string[], now: Date): Parsed<GroupedEvent[]> {
  const parsed = parseBulletins(texts, now, (text, near) => {
    const events = eventsOf(parseBulletin(text, near));
    const rows = events.rows.map((row) => ({ ...row, isText: true }));
    return { rows: rows.length > 0 ? [rows] : [], refused: events.refused, ignored: {} };
  });
  return { ...parsed, rows: parsed.rows.toSorted(([a], [b]) => a.sent.getTime() - b.sent.getTime()) };
}
