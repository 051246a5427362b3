import { createRequire } from 'node:module';
import type { default as Library } from 'proj4';

/**
 * The library, loaded at its first use, so that processes that do not need it start faster. It is loaded by `require`:
 * an import would first scan its text for export names, which takes three times as long as loading.
 */
export function proj4(): typeof Library {
  return createRequire(import.meta.url)('proj4') as typeof Library;
}
