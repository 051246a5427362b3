import { isBulletin } from '../../parse/bulletin.ts';
import type { Parsed } from '../../parse/parsed.ts';
import { parseDiscussionText } from './parse-text.ts';
import { parseDiscussions } from './parse.ts';
import type { DiscussionRow } from './row.ts';

/** Parses the list, or a bulletin from a file, which has its own outline. @throws {DataError} for any other payload */
export function readDiscussions(text: string, now: Date): Pick<Parsed<DiscussionRow>, 'rows' | 'refused'> {
  return isBulletin(text) ? { rows: [parseDiscussionText(text, now)], refused: [] } : parseDiscussions(text);
}
