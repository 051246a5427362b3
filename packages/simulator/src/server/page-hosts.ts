import { openWarningBook } from '../warnings/numbering.ts';
import { weatherApi } from './weather-api.ts';
import type { PageHost } from './pages.ts';

/** Every host that is no bucket. */
export function pageHosts(seed: number): PageHost[] {
  const warnings = openWarningBook(seed);
  return [weatherApi(seed, warnings)];
}
