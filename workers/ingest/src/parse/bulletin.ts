import { DataError } from '@severe/base';
import { excerpt, type Payload, readText } from './payload.ts';
import { localDay, localTimeLine, resolveDayTime } from './times.ts';

/** A text product of the weather service with its parsed heading. */
export interface Bulletin {
  /** `TTAAii`: kind of product and region. Collectives of relay stations lack the number: `SAEW`. */
  wmo: string;
  /** Issuing office, four letters. */
  office: string;
  issuedAt: Date;
  /** `RRA`, `CCA` …: a late, corrected or amended product. */
  amendment: string | null;
  /** AWIPS identifier, product and place: `PTSDY1`, `AFDOKX`; the product alone, or empty, if the bulletin has none. */
  awips: string;
  /** Text below the heading, with line feeds, without control characters. */
  text: string;
}

/**
 * `WUUS01 KWNS 071632 CCA`. Archives have `TTAA00 KNHC DDHHMM`, without a time, and some put the number of the transmission
 * on the same line.
 */
const heading = /^ *(?:\d{3} +)?([A-Z]{4}\d{0,2}) +([A-Z]{4}) +(\d{6}|DDHHMM)(?: +([A-Z]{3}))?$/;

/** Products of national centres by their headings, for bulletins that lack the AWIPS line. */
const productsByHeading: [heading: RegExp, awips: string][] = [
  [/^WWUS20 KWNS/, 'SEL'],
  [/^WWUS30 KWNS/, 'SAW'],
  [/^WWUS40 KWNS/, 'WWP'],
  [/^WOUS64 KWNS/, 'WOU'],
  [/^WUUS01 KWNS/, 'PTSDY1'],
  [/^WUUS02 KWNS/, 'PTSDY2'],
  [/^WUUS03 KWNS/, 'PTSDY3'],
  [/^WUUS48 KWNS/, 'PTSD48'],
  [/^ACUS11 KWNS/, 'SWOMCD'],
  [/^AWUS01 KWNH/, 'FFGMPD'],
  [/^WT(?:NT|PZ|PA)3\d (?:KNHC|PHFO)/, 'TCP'],
];

/** The line above the heading in the form of AFOS: centre, product and place, and addressees: `ZCZC MIATCPAT1 ALL`. */
const afosLine = /^(?:ZCZC )?[A-Z]{3}([A-Z]{3}[A-Z0-9]{1,3})(?: [A-Z]{3})?$/;

/** Maximum number of lines above the heading. */
const maxLinesAbove = 10;

/** Whether a text is a bulletin, or begins with one. A file with bulletins can replace the response of a provider. */
export function isBulletin(text: string): boolean {
  return headingIn(linesOf(text.slice(0, 800))) !== undefined;
}

/**
 * Divides the text of a file with several bulletins, one after another, at their headings.
 *
 * @returns each bulletin with the lines above its heading, as AFOS names the product there; the text itself if it has
 *   at most one heading
 */
export function splitBulletins(text: string): string[] {
  const lines = linesOf(text);
  const starts = lines.flatMap((line, i) =>
    heading.test(line) ? [i - (afosLine.test(lines[i - 1] ?? '') ? 1 : 0)] : [],
  );
  if (starts.length < 2) return [text];
  return starts.map((start, i) => lines.slice(start, starts[i + 1]).join('\n'));
}

/**
 * Parses the WMO heading and the AWIPS line. The heading has only day and time. The month comes from the local time
 * line if there is one, else it is the one nearest to `near`.
 *
 * @param near when the product was received, or any time within two weeks of its issue
 * @throws {DataError} `bulletin` without a heading, `time` for a day that does not exist
 */
export function readBulletin(payload: Payload, near: Date): Bulletin {
  const lines = linesOf(readText(payload));
  const at = headingIn(lines);
  if (at === undefined) {
    throw new DataError(
      'bulletin',
      `expected a WMO heading, got ${excerpt(lines.slice(0, 3).join(' | ').slice(0, 80))}`,
    );
  }
  const [, wmo, office, day, amendment] = heading.exec(lines[at]) as RegExpExecArray;
  const below = lines.findIndex((line, i) => i > at && line.trim() !== '');
  const isAwips = below > at && /^[A-Z0-9]{4,6}$/.test(lines[below].trim());
  const above = afosLine.exec(lines[at - 1] ?? '')?.[1];
  const byHeading = productsByHeading.find(([pattern]) => pattern.test(`${wmo} ${office}`))?.[1];
  const awips = isAwips ? lines[below].trim() : (above ?? byHeading ?? '');
  const text = lines.slice(isAwips ? below + 1 : at + 1).join('\n');
  const local = localTimeLine(text)?.at;
  if (day === 'DDHHMM' && !local) throw new DataError('time', 'expected a heading with day and time, got DDHHMM');
  const issuedAt = day === 'DDHHMM' ? local! : resolveDayTime(day, local ?? localDay(text) ?? near);
  return { wmo, office, issuedAt, amendment: amendment ?? null, awips, text };
}

/** The index of the heading among the first lines. */
function headingIn(lines: string[]): number | undefined {
  const at = lines.slice(0, maxLinesAbove + 1).findIndex((line) => heading.test(line));
  return at < 0 ? undefined : at;
}

/** The lines without control characters and without blanks at their ends. They end by line feeds, or all by returns. */
function linesOf(text: string): string[] {
  return withoutControls(text.includes('\n') ? text : text.replaceAll('\r', '\n'))
    .split('\n')
    .map((line) => line.trimEnd());
}

/** Removes the control characters of a transmission (SOH, ETX, carriage returns). Line feeds stay. */
export function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f]/g, '');
}
