import { listEntry, productId, type TextProduct } from '../bulletins/entry.ts';
import { hourMs } from '../model/plane.ts';
import type { CenterArchive } from './archive.ts';
import { watchProducts } from './watch-texts.ts';

/** A bulletin of a national centre. */
export interface CenterProduct extends TextProduct {
  /** The text with its heading, as the provider sends it. */
  text: () => string;
}

/** Period for which bulletins are listed. */
const listedMs = 24 * hourMs;

/** The bulletins of a code that were issued by `now`, newest first; undefined if the centres issue none. */
export function centerProducts(
  seed: number,
  center: CenterArchive,
  code: string,
  now: number,
): CenterProduct[] | undefined {
  const product = watchProducts.find((each) => each.code === code);
  if (!product) return undefined;
  const { heading, name, textOf } = product;
  return center
    .watches(now - listedMs, now)
    .toReversed()
    .map((watch) => ({
      id: productId(seed, code, watch.year, watch.number),
      heading,
      icao: 'KWNS',
      issuedAt: watch.issuedAt,
      code,
      name,
      text: () => textOf(watch),
    }));
}

/** Codes of the bulletins of the centres. */
export const centerCodes: string[] = watchProducts.map(({ code }) => code);

/** The entry of a bulletin in the provider's list. */
export function centerEntry({ text: _text, ...product }: CenterProduct): object {
  return listEntry(product);
}
