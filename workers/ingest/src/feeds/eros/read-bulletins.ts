import { DataError } from '@severe/base';
import type { Refused } from '../../parse/parsed.ts';
import { bulletinsIn, nameOfBulletin } from '../../parse/saved-bulletins.ts';
import type { FileInBulletin } from '../outlooks/read-bulletins.ts';
import { parseEroText } from './parse-text.ts';
import { areaOf, fileOfDay } from './row.ts';

/** Parses the texts of excessive rainfall outlooks, each as the provider's file of its day. */
export function readEroBulletins(texts: string[], now: Date): { files: FileInBulletin[]; refused: Refused[] } {
  const files: FileInBulletin[] = [];
  const refused: Refused[] = [];
  for (const bulletin of bulletinsIn(texts, now)) {
    try {
      const { rows, refused: some, day, issuedAt, isCorrection } = parseEroText(bulletin.text, bulletin.near);
      refused.push(...some);
      if (rows.length === 0 && some.length > 0) continue; // unreadable is not the same as empty
      files.push({ file: fileOfDay(day), day, areas: rows.map(areaOf), issuedAt, isCorrection });
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
      refused.push({ what: nameOfBulletin(bulletin), why: error.message });
    }
  }
  return { files: files.toSorted((a, b) => a.issuedAt.getTime() - b.issuedAt.getTime()), refused };
}
