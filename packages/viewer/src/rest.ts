import type { Map as MapView } from 'maplibre-gl';

/** Knows for how long the maps have not moved: nothing is fetched for a sight that is left at once. */
export class Rest {
  #movedAt = -Infinity;

  watch(map: MapView): void {
    map.on('move', () => (this.#movedAt = performance.now()));
  }

  /** Milliseconds until the maps have rested for this time; 0 if they have. */
  until(restMs: number): number {
    return Math.max(0, this.#movedAt + restMs - performance.now());
  }
}
