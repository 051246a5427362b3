import type { GeoJSONSource, Map as MapView, PointLike, SourceSpecification } from 'maplibre-gl';
import type { FeatureCollection } from 'geojson';
import type { Health } from '../service.ts';
import type { MapSymbol, Overlay, Description } from './overlay.ts';
import { stateOf, type LoadedOverlay, type OverlayState } from './state.ts';

/** Radius of a tap, in pixels. */
const reach = 8;

/** Requested boxes are aligned to this many degrees, so that a small move needs no request. */
const boxStep = 4;

/** Loads and draws the overlays. */
export class Overlays {
  readonly all: Overlay[];
  readonly #map: MapView;
  readonly #sources: Record<string, SourceSpecification>;
  readonly #changed: () => void;
  readonly #loaded = new Map<string, LoadedOverlay & { box: string; requestedAt: number }>();
  #shown = new Set<string>();

  /**
   * @param sources sources of the map style; symbols are stored there for the next style
   * @param changed called after every change
   */
  constructor(map: MapView, sources: Record<string, SourceSpecification>, all: Overlay[], changed: () => void) {
    this.all = all;
    this.#map = map;
    this.#sources = sources;
    this.#changed = changed;
  }

  /** Draws the overlays with these ids, and no others. */
  show(ids: string[], now: number): void {
    this.#shown = new Set(ids);
    for (const { id } of this.all) {
      if (this.isShown(id) || !this.#loaded.delete(id)) continue;
      this.#draw(id, []);
    }
    this.refresh(now);
  }

  isShown(id: string): boolean {
    return this.#shown.has(id);
  }

  symbols(id: string): MapSymbol[] {
    return this.#loaded.get(id)?.symbols ?? [];
  }

  /** @param health undefined while the service does not respond */
  state({ id, source, unit }: Overlay, health: Health | undefined, now: number): OverlayState {
    const loaded = this.#loaded.get(id);
    if (health) return stateOf(loaded, health.sources[source], now, unit);
    return stateOf({ symbols: [], isTruncated: false, at: loaded?.at, hasFailed: true }, undefined, now);
  }

  /** Loads overlays that are old, or of another area. */
  refresh(now: number): void {
    const box = boxOf(this.#map);
    for (const overlay of this.all) {
      if (!this.isShown(overlay.id)) continue;
      const loaded = this.#loaded.get(overlay.id);
      const isOld = !loaded || loaded.hasFailed || now - loaded.requestedAt >= overlay.everySeconds * 1000 - 1000;
      if (isOld || (overlay.inSight && loaded.box !== box)) void this.#load(overlay, box, now);
    }
  }

  /** Descriptions at a point of the screen, the topmost first. */
  at({ x, y }: { x: number; y: number }): Description[] {
    const box: [PointLike, PointLike] = [
      [x - reach, y - reach],
      [x + reach, y + reach],
    ];
    const ids = (isArea: boolean) =>
      this.all.flatMap(({ layers }) => layers.filter(({ type }) => (type === 'fill') === isArea).map(({ id }) => id));
    const hits = [
      ...this.#map
        .queryRenderedFeatures(box, { layers: ids(false) })
        .filter(({ geometry }) => !/Polygon/.test(geometry.type)),
      ...this.#map.queryRenderedFeatures([x, y], { layers: ids(true) }),
    ];
    const found = new Set(hits.map(({ source, properties }) => this.symbols(source)[Number(properties['symbol'])]));
    const byRank = [...found].filter((symbol) => symbol !== undefined);
    return byRank.flatMap((symbol) => [symbol, ...(symbol.also ?? [])]);
  }

  async #load(overlay: Overlay, box: string, now: number): Promise<void> {
    const { id } = overlay;
    const before = this.#loaded.get(id);
    const request = { box, requestedAt: now };
    const waiting = { symbols: [], isTruncated: false, at: undefined, hasFailed: false, ...before, ...request };
    this.#loaded.set(id, waiting);
    const data = await overlay.load({ bbox: box, now }).catch(() => undefined); // the state shows the failure
    if (this.#loaded.get(id) !== waiting) return; // requested again, or hidden
    this.#loaded.set(id, data ? { ...data, ...request, at: now, hasFailed: false } : { ...waiting, hasFailed: true });
    if (data) this.#draw(id, data.symbols);
    this.#changed();
  }

  #draw(id: string, symbols: MapSymbol[]): void {
    const collection: FeatureCollection = {
      type: 'FeatureCollection',
      features: symbols.map(({ geometry, colour, rank, drawn }, symbol) => ({
        type: 'Feature',
        geometry,
        properties: { ...drawn, colour, rank, symbol },
      })),
    };
    this.#sources[id] = { type: 'geojson', data: collection };
    void this.#map.getSource<GeoJSONSource>(id)?.setData(collection);
  }
}

/** The visible area, enlarged to the alignment. */
function boxOf(map: MapView): string {
  const bounds = map.getBounds();
  const down = (value: number) => Math.floor(value / boxStep) * boxStep;
  const up = (value: number) => Math.ceil(value / boxStep) * boxStep;
  const [west, east] = [Math.max(-180, down(bounds.getWest())), Math.min(180, up(bounds.getEast()))];
  return [west, Math.max(-90, down(bounds.getSouth())), east, Math.min(90, up(bounds.getNorth()))].join(',');
}
