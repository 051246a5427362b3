import type { Map as MapView } from 'maplibre-gl';

/** Images of the weather that could not be loaded: where they are missing, the map is blank. */
export class MissingTiles {
  readonly #changed: () => void;
  /** The maps, each with its sources of which an image could not be loaded. */
  readonly #failed = new Map<MapView, Set<string>>();
  /** Maps that request them again: they are missing until the map has finished loading. */
  readonly #retrying = new Set<MapView>();

  /** @param changed called when the first is missing, and when none is missing any more */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Watches the images of a map. */
  watch(map: MapView): void {
    const failed = new Set<string>();
    this.#failed.set(map, failed);
    map.on('error', (event) => {
      const { sourceId, tile } = event as { sourceId?: string; tile?: object };
      if (!sourceId || !tile || map.getSource(sourceId)?.type !== 'raster') return;
      const wasNone = !this.any;
      failed.add(sourceId);
      if (wasNone) this.#changed();
    });
    map.on('idle', () => {
      if (!this.#retrying.delete(map)) return;
      if (!this.any) this.#changed();
    });
  }

  /** Whether an image is missing on the map. */
  get any(): boolean {
    for (const [map, ids] of this.#failed) for (const id of ids) if (!map.getSource(id)) ids.delete(id);
    return this.#retrying.size > 0 || [...this.#failed.values()].some(({ size }) => size > 0);
  }

  /**
   * Requests the missing images again.
   *
   * @param reload adds a source to the map again; `refreshTiles` would draw an image that never was there
   */
  retry(reload: (ids: ReadonlySet<string>) => void): void {
    if (!this.any || this.#retrying.size > 0) return;
    const lost = [...this.#failed].filter(([, ids]) => ids.size > 0);
    const failed = new Set(lost.flatMap(([, ids]) => [...ids]));
    for (const [map, ids] of lost) {
      ids.clear();
      this.#retrying.add(map);
    }
    reload(failed);
    for (const [map] of lost) map.triggerRepaint(); // also if none of them is in sight: then there is nothing to load
  }
}
