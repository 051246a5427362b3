import { DataError } from '@severe/base';
import type { AlertEvent } from '@severe/db';
import type { Refused } from '../../parse/parsed.ts';
import { bulletinsIn, nameOfBulletin } from '../../parse/saved-bulletins.ts';
import { eventsOf } from './parse.ts';
import { parseBulletin } from './parse-bulletin.ts';

/** Parses the text products of warnings, watches, advisories and statements: the events of each one, oldest text first. */
export function readAlertBulletins(texts: string[], now: Date): { bulletins: AlertEvent[][]; refused: Refused[] } {
  const bulletins: AlertEvent[][] = [];
  const refused: Refused[] = [];
  for (const bulletin of bulletinsIn(texts, now)) {
    try {
      const { rows, refused: some } = eventsOf(parseBulletin(bulletin.text, bulletin.near));
      if (rows.length > 0) bulletins.push(rows.map((row) => ({ ...row, isText: true })));
      refused.push(...some);
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      refused.push({ what: nameOfBulletin(bulletin), why: error.message });
    }
  }
  return { bulletins: bulletins.toSorted(([a], [b]) => a.sent.getTime() - b.sent.getTime()), refused };
}
