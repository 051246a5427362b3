import { DataError } from '@severe/base';
import { readBulletin } from '../../parse/bulletin.ts';
import { lookUp, numberOf } from '../../parse/fields.ts';
import { readLatLon } from '../../parse/lat-lon.ts';
import { collect, type Parsed } from '../../parse/parsed.ts';
import type { Payload } from '../../parse/payload.ts';
import { describeProduct } from '../../parse/products.ts';
import { bulletinsIn, nameOfBulletin } from '../../parse/saved-bulletins.ts';
import { repairedArea } from '../../parse/shapes.ts';
import { resolveDayTime } from '../../parse/times.ts';
import { yearOfNumber } from '../shared/year-of-number.ts';
import { type DiscussionRow, discussionUrl, watchesIn } from './row.ts';

const kinds: Record<string, DiscussionRow['kind']> = { SWOMCD: 'convective', FFGMPD: 'precipitation' };

/**
 * Parses `SWOMCD`, the convective discussions of SPC, in all forms since 2010, and `FFGMPD`, the precipitation discussions of
 * WPC: capitals and mixed case, with and without blank lines between sections.
 *
 * @throws {DataError} `bulletin` for any other product
 */
export function parseDiscussionText(payload: Payload, near: Date): DiscussionRow {
  const { awips, text, issuedAt, amendment } = readBulletin(payload, near);
  const kind = lookUp(kinds, awips);
  if (!kind) throw new DataError('bulletin', `expected SWOMCD or FFGMPD, got ${describeProduct(awips)}`);
  const [, number] = /^mesoscale (?:precipitation )?discussion\s+(?:number\s+)?#?(\d+)/im.exec(text) ?? [];
  if (!number) throw new DataError('bulletin', 'expected the number of a mesoscale discussion');
  const [, to] = /^valid\s+\d{6}Z?\s*-\s*(\d{6})Z?/im.exec(text) ?? [];
  const year = yearOfNumber(Number(number), issuedAt);
  const ring = readLatLon(text);
  const concerning = head(text, 'concerning');
  return {
    kind,
    number: Number(number),
    year,
    issuedAt,
    expiresAt: to ? resolveDayTime(to, issuedAt) : null,
    watchConfidence: numberOf(/probability of watch issuance\.\.\.(\d+) percent/i.exec(text)?.[1]),
    concerning,
    areasAffected: head(text, 'areas affected'),
    wfos: [...(/ATTN\.\.\.WFO\.\.\.((?:[A-Z]{3}\.\.\.(?!LON)\s*)+)/.exec(text)?.[1] ?? '').matchAll(/[A-Z]{3}/g)].map(
      String,
    ),
    watches: watchesIn(concerning),
    threats: threatsOf(text),
    text: text.trim(),
    url: discussionUrl(year, Number(number), kind),
    isCorrection: (amendment ?? '').startsWith('CC') || /^(?:SPC|WPC) M[CP]D \d{6} COR\b/m.test(text),
    area: ring ? repairedArea({ type: 'Polygon', coordinates: [ring] }) : null,
  };
}

/** The text after `name...`, which may span lines, up to a blank line or the next heading. */
function head(text: string, name: string): string | null {
  const pattern = new RegExp(
    `^${name}\\.\\.\\.([^]*?)(?=\\n\\s*\\n|\\n(?:areas affected|concerning|valid)\\b|$(?![^]))`,
    'im',
  );
  return (
    pattern
      .exec(text)?.[1]
      .replaceAll(/\s+/g, ' ')
      .replace(/(?<!\.)\.+$/, '')
      .trim() ?? null
  );
}

function threatsOf(text: string): DiscussionRow['threats'] {
  const peak = (name: string, unit: string) =>
    new RegExp(`MOST PROBABLE PEAK ${name}\\.\\.\\.(\\S+(?: TO \\S+)?) ${unit}`, 'i').exec(text)?.[1] ?? null;
  const [peakWindMph, hailIn, tornadoMph] = [
    peak('WIND GUST', 'MPH'),
    peak('HAIL SIZE', 'INCH'),
    peak('TORNADO INTENSITY', 'MPH'),
  ];
  return (peakWindMph ?? hailIn ?? tornadoMph) ? { peakWindMph, hailIn, tornadoMph } : null;
}

/** Parses discussions of SPC and WPC from bulletins, which have their own outlines. */
export function readDiscussionBulletins(texts: string[], now: Date): Parsed<DiscussionRow> {
  return collect(bulletinsIn(texts, now), nameOfBulletin, ({ text, near }) => parseDiscussionText(text, near));
}
