import type { Status } from '../saved-places/load-saved-places.ts';
import { make } from './build.ts';

/** The status of the weather as a coloured label. */
export function badge(status: Status, name: string): HTMLElement {
  return make('b', [name], { className: `badge ${status}` });
}
