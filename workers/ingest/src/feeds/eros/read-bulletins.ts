import type { Parsed } from '../../parse/parsed.ts';
import { parseBulletins } from '../../parse/saved-bulletins.ts';
import { type FileInBulletin, inOrder } from '../outlooks/read-bulletins.ts';
import { type EroText, parseEroText } from './parse-text.ts';
import { areaOf, fileOfDay } from './row.ts';

/** Parses the texts of excessive rainfall outlooks, each as the provider's file of its day. */
export function readEroBulletins(texts: string[], now: Date): Parsed<FileInBulletin> {
  const parsed = parseBulletins(texts, now, (text, near) => {
    const outlook = parseEroText(text, near);
    return { ...outlook, rows: filesOf(outlook) };
  });
  return { ...parsed, rows: inOrder(parsed.rows) };
}

function filesOf({ rows, refused, day, issuedAt, isCorrection }: EroText): FileInBulletin[] {
  if (rows.length === 0 && refused.length > 0) return []; // unreadable is not the same as empty
  return [{ file: fileOfDay(day), day, areas: rows.map(areaOf), issuedAt, isCorrection }];
}
