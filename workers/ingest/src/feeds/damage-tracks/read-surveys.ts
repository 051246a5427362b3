import type { Parsed } from '../../parse/parsed.ts';
import { parseBulletins } from '../../parse/saved-bulletins.ts';
import { parseSurvey } from './parse-survey.ts';
import type { DamageTrackRow } from './row.ts';

/** Parses public information statements, in the order of their texts. */
export function readSurveys(texts: string[], now: Date): Parsed<DamageTrackRow> {
  return parseBulletins(texts, now, parseSurvey);
}
