import { DataError } from '@severe/base';
import { readBulletin } from '../../parse/bulletin.ts';
import { numberOf, placeOf } from '../../parse/fields.ts';
import type { Payload } from '../../parse/payload.ts';
import { describeProduct } from '../../parse/products.ts';
import { nearestTimeOfDay } from '../../parse/times.ts';
import { noteUnknownWord } from '../../parse/unknown-words.ts';
import { knotsPerMph } from '../../parse/units.ts';
import { advisoryOf, basinOf, categoryOf, type StormRow } from './row.ts';

/** Storm titles and classifications, longer titles first. */
const classes: [title: RegExp, letters: string][] = [
  [/^(POTENTIAL|POST)[- ]TROPICAL (CYCLONE|DEPRESSION|STORM)/, 'PTC'],
  [/^SUBTROPICAL DEPRESSION/, 'STD'],
  [/^SUBTROPICAL STORM/, 'STS'],
  [/^TROPICAL DEPRESSION/, 'TD'],
  [/^TROPICAL STORM/, 'TS'],
  [/^HURRICANE/, 'HU'],
  [/^REMNANTS? (?:OF|LOW)/, 'DB'],
];

/**
 * Parses the summary of a public advisory (`TCP`) or an update (`TCU`). Winds are converted from mph to knots, rounded
 * to 5 as in forecasts.
 *
 * @throws {DataError} `bulletin` without a storm number or a summary
 */
export function parseAdvisory(payload: Payload, near: Date): StormRow {
  const { awips, text, issuedAt } = readBulletin(payload, near);
  const stormId = /\b((?:AL|EP|CP)\d{6})\b/.exec(text)?.[1].toLowerCase();
  const basin = stormId && basinOf(stormId);
  const [, lat, north, lon, west] = /^LOCATION\.\.\.([\d.]+)([NS]) ([\d.]+)([EW])/m.exec(text) ?? [];
  if (!/^TC[PU]/.test(awips) || !stormId || !basin || !lat) {
    throw new DataError('bulletin', `expected TCP or TCU with a summary of a storm, got ${describeProduct(awips)}`);
  }
  const title = titleOf(text, stormId);
  const mph = numberOf(/^MAXIMUM SUSTAINED WINDS\.\.\.(\d+) MPH/m.exec(text)?.[1]);
  const [, direction, speed] = /^PRESENT MOVEMENT\.\.\.[A-Z]+ OR (\d+) DEGREES AT (\d+) MPH/m.exec(text) ?? [];
  const number = /ADVISORY NUMBER\s+(\d+[A-Z]?)/i.exec(text)?.[1];
  const maxWindKt = mph === null ? null : Math.round((mph * knotsPerMph) / 5) * 5;
  return {
    stormId,
    basin,
    ...title,
    advisory: number === undefined ? null : advisoryOf(number),
    issuedAt: nominalTime(text, issuedAt),
    ...placeOf([Number(lon) * (west === 'W' ? -1 : 1), Number(lat) * (north === 'S' ? -1 : 1)]),
    maxWindKt,
    gustKt: null,
    pressureHpa: numberOf(/^MINIMUM CENTRAL PRESSURE\.\.\.(\d+) MB/m.exec(text)?.[1]),
    movementDirDeg: numberOf(direction),
    movementKt: speed === undefined ? null : Math.round(Number(speed) * knotsPerMph),
    category: title.classification === 'HU' ? categoryOf(maxWindKt) : null,
    url: null,
  };
}

/** The time of the summary, `SUMMARY OF 1100 AM EDT...1500 UTC...INFORMATION`, which lists of storms have too, on the day nearest to the issue. */
function nominalTime(text: string, issuedAt: Date): Date {
  const [, clock] = /^SUMMARY OF [^\n]*?\.\.\.(\d{3,4}) UTC/m.exec(text) ?? [];
  if (!clock) return issuedAt;
  return nearestTimeOfDay(clock.padStart(4, '0'), issuedAt);
}

/** Parses `POST-TROPICAL CYCLONE ARTHUR ADVISORY NUMBER  19`, in any case, on one line or two. */
function titleOf(text: string, stormId: string): { name: string; classification: string | null } {
  for (const line of text.split('\n').slice(0, 6)) {
    const upper = line.trim().toUpperCase();
    const found = classes.find(([title]) => title.test(upper));
    if (!found) continue;
    const [title, classification] = found;
    const rest = upper.replace(title, '').trim();
    const [name] = rest.split(afterName);
    return { name: capitalised(name), classification };
  }
  return unknownTitle(text, stormId);
}

/** What follows the name in a title. */
const afterName = / (?:INTERMEDIATE|SPECIAL|ADVISORY|DISCUSSION|TROPICAL CYCLONE)\b/;

/** A title of another kind of storm: its last word is the name, and those before it are the kind as it is. */
function unknownTitle(text: string, stormId: string): { name: string; classification: string | null } {
  const title = text.split('\n', 6).find((line) => afterName.test(line.toUpperCase())) ?? '';
  const words = title.trim().toUpperCase().split(afterName)[0].split(/\s+/).filter(Boolean);
  const name = words.pop();
  const kind = words.join(' ');
  noteUnknownWord('title', kind);
  return { name: name === undefined ? stormId.toUpperCase() : capitalised(name), classification: kind || null };
}

/** `TWO-E` as `Two-E`. */
export function capitalised(name: string): string {
  return name.toLowerCase().replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
