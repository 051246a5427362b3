import { DataError } from '@severe/base';
import { readBulletin } from '../../parse/bulletin.ts';
import { numberOf } from '../../parse/fields.ts';
import { readLatLon } from '../../parse/lat-lon.ts';
import { excerpt, type Payload } from '../../parse/payload.ts';
import { repairedArea } from '../../parse/shapes.ts';
import { resolveDayTime } from '../../parse/times.ts';
import { type DiscussionRow, discussionUrl, watchesIn } from './row.ts';

/**
 * Parses `SWOMCD` in all forms since 2012: capitals and mixed case, with and without blank lines between sections.
 *
 * @throws {DataError} `bulletin` for any other product, WPC's precipitation discussions (`FFGMPD`) among them
 */
export function parseDiscussionText(payload: Payload, near: Date): DiscussionRow {
  const { awips, text, issuedAt } = readBulletin(payload, near);
  if (awips !== 'SWOMCD') throw new DataError('bulletin', `expected SWOMCD, got ${excerpt(awips)}`);
  const [, number] = /^mesoscale discussion (\d+)/im.exec(text) ?? [];
  if (!number) throw new DataError('bulletin', 'expected the number of a mesoscale discussion');
  const [, to] = /^valid \d{6}Z - (\d{6})Z/im.exec(text) ?? [];
  const year = issuedAt.getUTCFullYear();
  const ring = readLatLon(text);
  const concerning = head(text, 'concerning');
  return {
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
    url: discussionUrl(year, Number(number)),
    area: ring ? repairedArea({ type: 'Polygon', coordinates: [ring] }) : null,
  };
}

/** The text after `name...`, which may span lines, up to a blank line or the next heading. */
function head(text: string, name: string): string | null {
  const pattern = new RegExp(
    `^${name}\\.\\.\\.([^]*?)(?=\\n\\s*\\n|\\n(?:areas affected|concerning|valid)\\b|$(?![^]))`,
    'im',
  );
  return pattern.exec(text)?.[1].replaceAll(/\s+/g, ' ').replace(/\.+$/, '').trim() ?? null;
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
