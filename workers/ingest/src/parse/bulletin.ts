import { DataError } from '@severe/base';
import { type Payload, readText } from './payload.ts';
import { dayTime, localTimeLine } from './times.ts';

/** A text product of the weather service with its two heading lines read. */
export interface Bulletin {
  /** `TTAAii`: what kind of product for which region. */
  wmo: string;
  /** Four letters of the issuing office. */
  office: string;
  issuedAt: Date;
  /** `RRA`, `CCA` …: a late, corrected or amended product. */
  amendment: string | null;
  /** Product and place: `PTSDY1`, `AFDOKX`; empty where the product has no such line. */
  awips: string;
  /** Everything below the heading, one line feed a line, without control characters. */
  text: string;
}

const heading = /^([A-Z]{4}\d\d) ([A-Z]{4}) (\d{6})(?: ([A-Z]{3}))?$/;

/** Whether a text that was saved is a bulletin; it may stand where a provider would send a list. */
export function isBulletin(text: string): boolean {
  return /^[A-Z]{4}\d\d [A-Z]{4} \d{6}/m.test(text.slice(0, 400));
}

/**
 * Reads the WMO heading and the AWIPS line. The heading names day and hour only: the month is that of the local time line
 * where there is one, else the one nearest to `near`.
 *
 * @param near when the product was received, or any moment within two weeks of its issue
 * @throws {DataError} `bulletin` without a heading, `time` when its day does not exist
 */
export function readBulletin(payload: Payload, near: Date): Bulletin {
  const lines = withoutControls(readText(payload))
    .split('\n')
    .map((line) => line.trimEnd());
  const at = lines.findIndex((line) => heading.test(line));
  if (at < 0 || at > 10) {
    throw new DataError(
      'bulletin',
      `expected a WMO heading, got ${JSON.stringify(lines.slice(0, 3).join(' | ').slice(0, 80))}`,
    );
  }
  const [, wmo, office, day, amendment] = heading.exec(lines[at]) as RegExpExecArray;
  const awips = /^[A-Z0-9]{4,6}$/.test(lines[at + 1]?.trim() ?? '') ? lines[at + 1].trim() : '';
  const text = lines.slice(at + (awips ? 2 : 1)).join('\n');
  const issuedAt = dayTime(day, localTimeLine(text)?.at ?? near);
  return { wmo, office, issuedAt, amendment: amendment ?? null, awips, text };
}

/** Without the characters that frame a transmission (SOH, ETX, the doubled carriage returns); line feeds stay. */
export function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f]/g, '');
}
