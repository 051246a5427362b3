import { dayMs } from '@severe/async';
import { DataError, parseTime } from '@severe/base';
import { isBulletin, readBulletin, splitBulletins } from './bulletin.ts';
import { neededText } from './fields.ts';
import { collect, type Parsed } from './parsed.ts';
import { readJson, recordOf } from './payload.ts';
import { lastSuchDay, localTimeLine } from './times.ts';

/** One bulletin, and the time near which it was issued. */
export interface SavedBulletin {
  text: string;
  near: Date;
}

/** A bulletin as api.weather.gov sends it, in an envelope of JSON. */
const inEnvelope = /^\s*\{[^]*"productText"\s*:/;

/** Whether a saved text holds bulletins: plain, several one after another, or one in the envelope of api.weather.gov. */
export function holdsBulletins(text: string): boolean {
  return isBulletin(text) || inEnvelope.test(text);
}

/** Maximum length of a heading with the line of local time, in characters. */
const maxHead = 1000;

/**
 * The bulletins of saved texts. Some name neither month nor year. They are taken for those of the first bulletin that
 * does, because texts about one event are saved together.
 *
 * @param now the time near which bulletins were issued if none has a date
 * @throws {DataError} for an envelope without a text
 */
export function bulletinsIn(texts: string[], now: Date): SavedBulletin[] {
  const dated = texts.map((text) => localTimeLine(text.slice(0, maxHead))?.at).find(Boolean);
  return texts.flatMap((text): SavedBulletin[] => {
    if (!inEnvelope.test(text))
      return splitBulletins(text).map((one) => ({ text: one, near: nearOf(one, dated ?? now) }));
    const product = recordOf(readJson(text), 'a bulletin');
    const issuedAt = typeof product.issuanceTime === 'string' ? parseTime(product.issuanceTime) : undefined;
    return [{ text: neededText(product.productText, 'productText'), near: issuedAt ?? now }];
  });
}

/** Difference of clocks, and the time between the bulletins of one event. */
const aheadMs = dayMs;

/** A time near that of a bulletin. A saved bulletin is not of the future, but of the last month that has its day. */
function nearOf(text: string, now: Date): Date {
  try {
    const { issuedAt } = readBulletin(text, now);
    const latest = new Date(now.getTime() + aheadMs);
    return issuedAt > latest ? lastSuchDay(issuedAt, latest) : now;
  } catch (error) {
    if (error instanceof DataError) return now; // its parser refuses it
    throw error;
  }
}

/** Names a bulletin for the report: the first lines that say anything. */
export function nameOfBulletin({ text }: SavedBulletin): string {
  const [heading = '', awips = ''] = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^[A-Z]{4}/.test(line) || /^[A-Z0-9]{4,6}$/.test(line));
  return `${heading} ${awips}`.trim().slice(0, 40) || 'bulletin';
}

/** Parses the bulletins of saved texts, in their order. One that cannot be read is refused. */
export function parseBulletins<Row>(
  texts: string[],
  now: Date,
  parse: (text: string, near: Date) => Parsed<Row>,
): Parsed<Row> {
  const parts: Parsed<Row>[] = [];
  const all = collect(bulletinsIn(texts, now), nameOfBulletin, ({ text, near }) => {
    const part = parse(text, near);
    parts.push(part);
    return part.rows;
  });
  for (const { refused, ignored } of parts) {
    all.refused.push(...refused);
    for (const [why, count] of Object.entries(ignored)) all.ignored[why] = (all.ignored[why] ?? 0) + count;
  }
  return all;
}
