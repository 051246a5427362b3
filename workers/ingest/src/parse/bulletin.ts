import { DataError } from '@severe/base';
import { excerpt, type Payload, readText } from './payload.ts';
import { resolveDayTime, localTimeLine } from './times.ts';

/** A text product of the weather service with its parsed heading. */
export interface Bulletin {
  /** `TTAAii`: kind of product and region. */
  wmo: string;
  /** Issuing office, four letters. */
  office: string;
  issuedAt: Date;
  /** `RRA`, `CCA` …: a late, corrected or amended product. */
  amendment: string | null;
  /** AWIPS identifier, product and place: `PTSDY1`, `AFDOKX`; empty if the product has none. */
  awips: string;
  /** Text below the heading, with line feeds, without control characters. */
  text: string;
}

const heading = /^([A-Z]{4}\d\d) ([A-Z]{4}) (\d{6})(?: ([A-Z]{3}))?$/;

/** Whether a text is a bulletin. A file with a bulletin can replace the list of a provider. */
export function isBulletin(text: string): boolean {
  return /^[A-Z]{4}\d\d [A-Z]{4} \d{6}/m.test(text.slice(0, 400));
}

/**
 * Parses the WMO heading and the AWIPS line. The heading has only day and time. The month comes from the local time
 * line if there is one, else it is the one nearest to `near`.
 *
 * @param near when the product was received, or any time within two weeks of its issue
 * @throws {DataError} `bulletin` without a heading, `time` for a day that does not exist
 */
export function readBulletin(payload: Payload, near: Date): Bulletin {
  const lines = withoutControls(readText(payload))
    .split('\n')
    .map((line) => line.trimEnd());
  const at = lines.findIndex((line) => heading.test(line));
  if (at < 0 || at > 10) {
    throw new DataError(
      'bulletin',
      `expected a WMO heading, got ${excerpt(lines.slice(0, 3).join(' | ').slice(0, 80))}`,
    );
  }
  const [, wmo, office, day, amendment] = heading.exec(lines[at]) as RegExpExecArray;
  const awips = /^[A-Z0-9]{4,6}$/.test(lines[at + 1]?.trim() ?? '') ? lines[at + 1].trim() : '';
  const text = lines.slice(at + (awips ? 2 : 1)).join('\n');
  const issuedAt = resolveDayTime(day, localTimeLine(text)?.at ?? near);
  return { wmo, office, issuedAt, amendment: amendment ?? null, awips, text };
}

/** Removes the control characters of a transmission (SOH, ETX, carriage returns). Line feeds stay. */
export function withoutControls(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f]/g, '');
}
