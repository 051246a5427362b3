import { DataError } from '@severe/base';
import type { Parsed } from '../../parse/parsed.ts';
import { bulletinsIn, nameOfBulletin } from '../../parse/saved-bulletins.ts';
import { parseSurvey } from './parse-survey.ts';
import type { DamageTrackRow } from './row.ts';

/** Parses public information statements, in the order of their texts. */
export function readSurveys(texts: string[], now: Date): Parsed<DamageTrackRow> {
  const all: Parsed<DamageTrackRow> = { rows: [], refused: [], ignored: {} };
  for (const bulletin of bulletinsIn(texts, now)) {
    try {
      const { rows, refused, ignored } = parseSurvey(bulletin.text, bulletin.near);
      all.rows.push(...rows);
      all.refused.push(...refused);
      for (const [why, count] of Object.entries(ignored)) all.ignored[why] = (all.ignored[why] ?? 0) + count;
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      all.refused.push({ what: nameOfBulletin(bulletin), why: error.message });
    }
  }
  return all;
}
