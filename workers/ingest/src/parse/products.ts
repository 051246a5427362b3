import { lookUp } from './fields.ts';
import { excerpt } from './payload.ts';
import {
  alertsOfManyEvents,
  alertsOfOneEvent,
  numberedProducts,
  otherProducts,
  productsOfSources,
} from './product-table.ts';

/** A kind of bulletin, by the first three letters of its AWIPS identifier. */
interface Product {
  /** For people: `mesoscale discussion`. */
  name: string;
  /** The source of the catalogue that has its facts; none if no source has. */
  source?: string;
  /** The event of an alert without VTEC, if all alerts of the product have the same. */
  event?: string;
}

/** The product of an AWIPS identifier: `SWOMCD`, `SPSRLX`. Undefined for an unknown one. */
export function productOf(awips: string): Product | undefined {
  const code = awips.slice(0, 3);
  const [source, name] = lookUp(productsOfSources, awips) ?? lookUp(productsOfSources, code) ?? [];
  if (source) return { source, name: name! };
  const event = lookUp(alertsOfOneEvent, code);
  if (event) return { source: 'alerts', name: event, event };
  const message = lookUp(alertsOfManyEvents, code);
  if (message) return { source: 'alerts', name: message };
  const other =
    lookUp(otherProducts, code) ?? (/\d$/.test(code) ? lookUp(numberedProducts, code.slice(0, 2)) : undefined);
  return other === undefined ? undefined : { name: other };
}

/** What a bulletin is, for the reason of its refusal: `"SWOMCD" (mesoscale discussion)`. */
export function describeProduct(awips: string): string {
  const product = productOf(awips);
  return product ? `${excerpt(awips)} (${product.name})` : excerpt(awips);
}
