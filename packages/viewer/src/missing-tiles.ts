import type { Map as MapView } from 'maplibre-gl';

/** Images of the weather that could not be loaded: where they are missing, the map is blank. */
export class MissingTiles {
  readonly #map: MapView;
  /** Map sources with an image that could not be loaded. */
  readonly #failed = new Set<string>();
  /** Whether they are requested again: they are missing until the map has finished loading. */
  #isRetrying = false;

  /** @param changed called when the first is missing, and when none is missing any more */
  constructor(map: MapView, changed: () => void) {
    this.#map = map;
    map.on('error', (event) => {
      const { sourceId, tile } = event as { sourceId?: string; tile?: object };
      if (!sourceId || !tile || map.getSource(sourceId)?.type !== 'raster') return;
      const wasNone = !this.any;
      this.#failed.add(sourceId);
      if (wasNone) changed();
    });
    map.on('idle', () => {
      if (!this.#isRetrying) return;
      this.#isRetrying = false;
      if (!this.any) changed();
    });
  }

  /** Whether an image is missing on the map. */
  get any(): boolean {
    for (const id of this.#failed) if (!this.#map.getSource(id)) this.#failed.delete(id);
    return this.#isRetrying || this.#failed.size > 0;
  }

  /**
   * Requests the missing images again.
   *
   * @param reload adds a source to the map again; `refreshTiles` would draw an image that never was there
   */
  retry(reload: (ids: ReadonlySet<string>) => void): void {
    if (!this.any || this.#isRetrying) return;
    const failed = new Set(this.#failed);
    this.#failed.clear();
    this.#isRetrying = true;
    reload(failed);
    this.#map.triggerRepaint(); // also if none of them is in sight: then there is nothing to load
  }
}
