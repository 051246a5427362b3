import type { Map as MapView } from 'maplibre-gl';

/** Knows for how long the maps have not moved: nothing is fetched for a sight that is left at once. */
export class Rest {
  #movedAt = -Infinity;

  watch(map: MapView): void {
    map.on('move', () => (this.#movedAt = performance.now()));
  }

  /** Whether no map has moved for this time. */
  hasLasted(ms: number): boolean {
    return performance.now() >= this.#movedAt + ms;
  }
}
