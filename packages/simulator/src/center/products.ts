import { listEntry, productId, type TextProduct } from '../bulletins/entry.ts';
import { hourMs } from '../model/plane.ts';
import type { CenterArchive } from './archive.ts';
import { discussionText } from './discussions.ts';
import { advisoryText } from '../tropics/advisory-text.ts';
import { cycloneAt } from '../tropics/cyclone.ts';
import { outlookTexts } from './outlook-texts.ts';
import type { OutlookFiles } from './outlooks.ts';
import { watchProducts } from './watch-texts.ts';

/** A bulletin of a national centre. */
export interface CenterProduct extends TextProduct {
  /** The text with its heading, as the provider sends it. */
  text: () => string;
}

/** Period for which bulletins are listed. */
const listedMs = 24 * hourMs;

/** What the centres issue. */
export interface Centers {
  center: CenterArchive;
  outlooks: OutlookFiles;
}

/** The bulletins of a code that were issued by `now`, newest first; undefined if the centres issue none. */
export function centerProducts(seed: number, centers: Centers, code: string, now: number): CenterProduct[] | undefined {
  if (code === outlookCode) return outlookProducts(seed, centers, now);
  if (code === advisoryCode) return [advisoryProduct(seed, now)];
  if (code === discussionCode) return discussionProducts(seed, centers, now);
  const product = watchProducts.find((each) => each.code === code);
  if (!product) return withoutBulletins.includes(code) ? [] : undefined;
  const { heading, name, textOf } = product;
  return centers.center
    .watches(now - listedMs, now)
    .toReversed()
    .map((watch) => ({
      id: productId(seed, code, watch.year, watch.number),
      heading,
      icao,
      issuedAt: watch.issuedAt,
      code,
      name,
      text: () => textOf(watch),
    }));
}

const icao = 'KWNS';
const outlookCode = 'PTS';
const advisoryCode = 'TCP';
const discussionCode = 'SWO';

function outlookProducts(seed: number, { outlooks }: Centers, now: number): CenterProduct[] {
  const name = 'Probabilistic Outlook Points';
  return outlookTexts(outlooks, now)
    .map(({ awips, heading, issuedAt, text }) => {
      const id = productId(seed, outlookCode, awips, issuedAt);
      return { id, heading, icao, issuedAt, code: outlookCode, name, text };
    })
    .toSorted((one, other) => other.issuedAt - one.issuedAt);
}

function discussionProducts(seed: number, { center }: Centers, now: number): CenterProduct[] {
  const name = 'Severe Storm Outlook Narrative (AC)';
  return center
    .discussions(now - listedMs, now)
    .toReversed()
    .map((discussion) => {
      const { year, number, issuedAt } = discussion;
      const id = productId(seed, discussionCode, year, number);
      const text = () => discussionText(discussion);
      return { id, heading: 'ACUS11', icao, issuedAt, code: discussionCode, name, text };
    });
}

function advisoryProduct(seed: number, now: number): CenterProduct {
  const cyclone = cycloneAt(seed, now);
  const { sentAt: issuedAt, text } = advisoryText(cyclone, now);
  const id = productId(seed, advisoryCode, cyclone.id, issuedAt);
  const name = 'Public Tropical Cyclone Advisory';
  return { id, heading: 'WTNT31', icao: 'KNHC', issuedAt, code: advisoryCode, name, text: () => text };
}

/** Codes that the provider lists, and of which nothing is issued in the simulated world. */
const withoutBulletins = ['RBG', 'PNS', 'FFG'];

/** Codes of the bulletins of the centres. */
export const centerCodes: string[] = [
  ...watchProducts.map(({ code }) => code),
  outlookCode,
  advisoryCode,
  discussionCode,
];

/** The entry of a bulletin in the provider's list. */
export function centerEntry({ text: _text, ...product }: CenterProduct): object {
  return listEntry(product);
}
