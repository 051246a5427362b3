import { createRequire } from 'node:module';
import type { default as Library } from 'proj4';

export type { Converter } from 'proj4';

/**
 * Loads proj4 at its first use, so that processes that do not need it start faster. It uses `require`: an import first
 * scans the source text for export names, which takes three times as long.
 */
export function loadProj4(): typeof Library {
  return createRequire(import.meta.url)('proj4') as typeof Library;
}
