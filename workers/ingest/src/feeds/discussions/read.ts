import { collect, type Parsed } from '../../parse/parsed.ts';
import { bulletinsIn, nameOfBulletin } from '../../parse/saved-bulletins.ts';
import { parseDiscussionText } from './parse-text.ts';
import type { DiscussionRow } from './row.ts';

/** Parses discussions of SPC and WPC from bulletins, which have their own outlines. */
export function readDiscussionBulletins(texts: string[], now: Date): Parsed<DiscussionRow> {
  return collect(bulletinsIn(texts, now), nameOfBulletin, ({ text, near }) => parseDiscussionText(text, near));
}
