import { createRequire } from 'node:module';
import type { default as Library } from 'proj4';

/**
 * The library, loaded when the first grid is met that needs it: processes that see none start without. It is required,
 * since an import first searches all of its text for names, which takes three times as long as to load it.
 */
export function proj4(): typeof Library {
  return createRequire(import.meta.url)('proj4') as typeof Library;
}
