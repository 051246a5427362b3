import type { OutlookArea } from '@severe/db';
import { parseBulletins } from '../../parse/saved-bulletins.ts';
import type { Parsed } from '../../parse/parsed.ts';
import { parseOutlookPoints, type OutlookPoints } from './parse-points.ts';
import type { OutlookType } from './row.ts';

/** The areas of one file of the provider, as a bulletin says them. */
export interface FileInBulletin {
  /** The file in which the provider's service has the same areas. */
  file: string;
  day: number;
  areas: OutlookArea[];
  issuedAt: Date;
  isCorrection: boolean;
}

/** The names that the provider's files have for a type. `severe`, of day 3, is not served. */
const fileNames: Partial<Record<OutlookType, string>> = {
  categorical: 'cat',
  tornado: 'torn',
  hail: 'hail',
  wind: 'wind',
};

/** Parses points products. Their areas are sorted by the files in which the provider's service has them. */
export function readOutlookBulletins(texts: string[], now: Date): Parsed<FileInBulletin> {
  const parsed = parseBulletins(texts, now, (text, near) => {
    const points = parseOutlookPoints(text, near);
    return { ...points, rows: filesOf(points) };
  });
  return { ...parsed, rows: inOrder(parsed.rows) };
}

/** Sorts by time of issuance, so that the newest is stored last. */
export function inOrder(files: FileInBulletin[]): FileInBulletin[] {
  return files.toSorted((a, b) => a.issuedAt.getTime() - b.issuedAt.getTime());
}

function filesOf({ rows, refused, issuedAt, isCorrection, covered }: OutlookPoints): FileInBulletin[] {
  return covered.flatMap(({ day, type }): FileInBulletin[] => {
    const name = fileNames[type];
    const of = { day, issuedAt, isCorrection };
    if (name === undefined) return [];
    const areas = rows.filter((row) => row.day === day && row.type === type);
    const [plain, hatched] = [false, true].map((significant) => areas.filter((row) => row.significant === significant));
    if (areas.length === 0 && refused.length > 0) return []; // unreadable is not the same as empty
    if (day >= 4) return [{ ...of, file: `day${day}prob`, areas: plain }];
    const said = [{ ...of, file: `day${day}otlk_${name}`, areas: plain }];
    const hasHatched = day <= 2 && type !== 'categorical';
    return hasHatched ? [...said, { ...of, file: `day${day}otlk_cig${name}`, areas: hatched }] : said;
  });
}
