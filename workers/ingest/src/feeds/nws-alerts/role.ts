import type { Bulletin } from '../../parse/bulletin.ts';
import { productOf } from '../../parse/products.ts';
import { parseVtec, type Vtec } from './vtec.ts';

/**
 * What a bulletin is for alerts. `alerts`: each of its segments is one. `events`: those of its segments are that have VTEC, such
 * as a coastal waters forecast with a small craft advisory. `none`: it is another product.
 */
type Role = 'alerts' | 'events' | 'none';

/**
 * The role of a bulletin by its product. The product of another source has none, although the counties of a watch have VTEC: the
 * same watch is an alert of each office. A code that nobody knows is an alert if it has VTEC, or the heading of a warning and
 * the title of one, because a warning must not be lost for a new code.
 */
export function roleOf(bulletin: Bulletin): Role {
  const product = productOf(bulletin.awips);
  if (product?.source !== undefined) return product.source === 'alerts' ? 'alerts' : 'none';
  if (hasEventLine(bulletin.text)) return 'events';
  return !product && bulletin.wmo.startsWith(warnings) && titleOf(bulletin) !== undefined ? 'alerts' : 'none';
}

/** The first letter of headings of warnings (WMO-No. 386, table A). */
const warnings = 'W';

/** The event of a bulletin without VTEC: that of its product, else that of its title. */
export function eventOfBulletin(bulletin: Bulletin): string {
  const product = productOf(bulletin.awips);
  return product?.event ?? titleOf(bulletin) ?? (product?.source === 'alerts' ? product.name : 'Statement');
}

/** The events of a segment. */
export function eventsIn(segment: string): Vtec[] {
  return segment.split('\n').flatMap((line) => parseVtec(line) ?? []);
}

/** A line of VTEC, also that of a test. */
function hasEventLine(text: string): boolean {
  return eventsIn(text).length > 0 || testLine.test(text);
}

const testLine = /^\/T\./m;
const testTitle = /^(?:\.{3})?TEST\b|(?<!\.)\.{2,} *TEST\b/;
const saysTest = /\bthis is (?:only )?a test\b|\bfor test purposes only\b/i;

/** Whether a segment without VTEC of an event is a test. */
export function isTest(bulletin: Bulletin, segment: string): boolean {
  return testLine.test(segment) || saysTest.test(segment) || headOf(bulletin).some((line) => testTitle.test(line));
}

/** Lines above the name of the office, of which one is the title. */
const maxHead = 12;

function headOf({ text }: Bulletin): string[] {
  const lines = text.split('\n', maxHead).map((line) => line.trim());
  const end = lines.findIndex((line) => /^(?:national weather service|servicio nacional)\b/i.test(line));
  return end < 0 ? lines : lines.slice(0, end);
}

/** Words that end the title of an alert, after which a correction may be noted. */
const title =
  /^(?:(?:corrected|amended|updated) )?([a-z][a-z ]*? (?:warning|watch|advisory|statement|emergency|alert|message|notification))(?:\.\..*)?$/i;

/** The title of a bulletin in the form of an event: `Special Weather Statement`. */
function titleOf(bulletin: Bulletin): string | undefined {
  const found = headOf(bulletin).flatMap((line) => title.exec(line)?.[1] ?? []);
  return found[0]?.toLowerCase().replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
