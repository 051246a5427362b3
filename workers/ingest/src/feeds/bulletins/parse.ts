import { officeOf } from '@severe/catalogue';
import type { Bulletin } from '@severe/db';
import { readBulletin, withoutControls } from '../../parse/bulletin.ts';
import { neededText, neededTime, textOf } from '../../parse/fields.ts';
import { collect, type Parsed } from '../../parse/parsed.ts';
import {
  arrayOf,
  decode,
  isRecord,
  type JsonObject,
  type Payload,
  readJson,
  readText,
  recordOf,
} from '../../parse/payload.ts';
import { bulletinsIn } from '../../parse/saved-bulletins.ts';

/** An entry of a list of bulletins, newest first. Its text is fetched by id. */
export type TextListingRow = Omit<Bulletin, 'amendment' | 'text'>;

/**
 * Parses the list of the bulletins of an office, `/products/types/{AFD|HWO}/locations/{OKX}`. It is empty for an office
 * that issues none.
 *
 * @throws {DataError} for any other payload
 */
export function parseTextListing(payload: Payload): Parsed<TextListingRow> {
  const list = arrayOf(recordOf(readJson(payload), 'a list of bulletins')['@graph'], '@graph');
  return collect(
    list,
    (entry, i) => (isRecord(entry) && textOf(entry.id)) || `bulletin ${i}`,
    (entry) => readEntry(recordOf(entry, 'a bulletin')),
  );
}

function readEntry(entry: JsonObject): TextListingRow {
  return {
    id: neededText(entry.id, 'id'),
    product: neededText(entry.productCode, 'productCode'),
    office: officeOf(neededText(entry.issuingOffice, 'issuingOffice')),
    wmo: neededText(entry.wmoCollectiveId, 'wmoCollectiveId'),
    issuedAt: neededTime(entry.issuanceTime, 'issuanceTime'),
  };
}

/** Parses one bulletin, `/products/{id}`. @throws {DataError} for any other payload */
export function parseTextProduct(payload: Payload): Bulletin {
  const product = recordOf(readJson(payload), 'a bulletin');
  const text = tidied(neededText(product.productText, 'productText'));
  const amendment = /^[A-Z]{4}\d\d [A-Z]{4} \d{6} ([A-Z]{3})$/m.exec(text.slice(0, 100))?.[1] ?? null;
  return { ...readEntry(product), amendment, text };
}

/** Parses a bulletin without the envelope of api.weather.gov. @throws {DataError} `bulletin` without a heading */
export function parseTextBulletin(payload: Payload, near: Date): Bulletin {
  const { wmo, office, issuedAt, amendment, awips } = readBulletin(payload, near);
  const stamp = issuedAt.toISOString().slice(0, 16).replaceAll(/[-:T]/g, '');
  return {
    id: [stamp, office, wmo, awips, ...(amendment ? [amendment] : [])].join('-'),
    product: awips.slice(0, 3),
    office: officeOf(office),
    wmo,
    amendment,
    issuedAt,
    text: tidied(readText(payload)),
  };
}

/** A list of bulletins, or the bulletins of a file, which can replace it. */
interface ListOrFile {
  list?: Parsed<TextListingRow>;
  saved: Bulletin[];
}

/** Parses either. @param now the time near which bulletins without a date were issued. @throws {DataError} as both */
export function parseListOrFile(payload: Payload, now: Date): ListOrFile {
  const text = decode(payload);
  const saved = bulletinsOf(text, now);
  return saved.length > 0 ? { saved } : { list: parseTextListing(text), saved };
}

function bulletinsOf(text: string, now: Date): Bulletin[] {
  if (!/^\s*\{/.test(text)) return bulletinsIn([text], now).map((one) => parseTextBulletin(one.text, one.near));
  return /"productText"\s*:/.test(text) ? [parseTextProduct(text)] : [];
}

/** The text of a bulletin from its heading, without control characters and with line feeds. */
function tidied(text: string): string {
  return withoutControls(text)
    .replace(/^\s*\d{3}\s*\n/, '')
    .trim();
}
