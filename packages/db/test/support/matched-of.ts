import type { Page, UncountedPage } from '../../src/filters.ts';

/** The number of matches of a page that is counted. */
export function matchedOf(page: Page<unknown> | UncountedPage<unknown>): number {
  if (!('matched' in page)) throw new Error(`the page of ${page.rows.length} rows is not counted`);
  return page.matched;
}
