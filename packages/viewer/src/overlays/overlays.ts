import type { GeoJSONSource, Map as MapView, PointLike, SourceSpecification } from 'maplibre-gl';
import type { FeatureCollection } from 'geojson';
import type { Health } from '../service.ts';
import type { Mark, Overlay, Words } from './overlay.ts';
import { stateOf, type Held, type State } from './state.ts';

/** How near to a dot, in pixels, a finger hits it. */
const reach = 8;

/** Boxes that are asked for begin and end at multiples of so many degrees: a small move asks for nothing new. */
const boxStep = 4;

/** Keeps what is drawn over the weather fresh. */
export class Overlays {
  readonly all: Overlay[];
  readonly #map: MapView;
  readonly #sources: Record<string, SourceSpecification>;
  readonly #changed: () => void;
  readonly #held = new Map<string, Held & { box: string; askedAt: number }>();
  #shown = new Set<string>();

  /**
   * @param sources of the style of the map, which keeps the marks for its next style
   * @param changed is told whenever other marks are drawn
   */
  constructor(map: MapView, sources: Record<string, SourceSpecification>, all: Overlay[], changed: () => void) {
    this.all = all;
    this.#map = map;
    this.#sources = sources;
    this.#changed = changed;
  }

  /** Draws these and no others, by their ids. */
  show(ids: string[], now: number): void {
    this.#shown = new Set(ids);
    for (const { id } of this.all) {
      if (this.isShown(id) || !this.#held.delete(id)) continue;
      this.#draw(id, []);
    }
    this.refresh(now);
  }

  isShown(id: string): boolean {
    return this.#shown.has(id);
  }

  marks(id: string): Mark[] {
    return this.#held.get(id)?.marks ?? [];
  }

  /** @param health undefined while the service does not answer */
  state({ id, source, unit }: Overlay, health: Health | undefined, now: number): State {
    const held = this.#held.get(id);
    if (health) return stateOf(held, health.sources[source], now, unit);
    return stateOf({ marks: [], isCut: false, at: held?.at, isLost: true }, undefined, now);
  }

  /** Asks for what is due: old, or for another part of the map. */
  refresh(now: number): void {
    const box = boxOf(this.#map);
    for (const overlay of this.all) {
      if (!this.isShown(overlay.id)) continue;
      const held = this.#held.get(overlay.id);
      const isOld = !held || held.isLost || now - held.askedAt >= overlay.everySeconds * 1000 - 1000;
      if (isOld || (overlay.inSight && held.box !== box)) void this.#ask(overlay, box, now);
    }
  }

  /** What is drawn at a point of the screen, as drawn: the topmost first. */
  at({ x, y }: { x: number; y: number }): Words[] {
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
    const told = new Set(hits.map(({ source, properties }) => this.marks(source)[Number(properties['mark'])]));
    const byRank = [...told].filter((mark) => mark !== undefined);
    return byRank.flatMap((mark) => [mark, ...(mark.also ?? [])]);
  }

  async #ask(overlay: Overlay, box: string, now: number): Promise<void> {
    const { id } = overlay;
    const before = this.#held.get(id);
    const question = { box, askedAt: now };
    const waiting = { marks: [], isCut: false, at: undefined, isLost: false, ...before, ...question };
    this.#held.set(id, waiting);
    const answer = await overlay.ask({ bbox: box, now }).catch(() => undefined); // told in words
    if (this.#held.get(id) !== waiting) return; // it was asked anew, or put away
    this.#held.set(id, answer ? { ...answer, ...question, at: now, isLost: false } : { ...waiting, isLost: true });
    if (answer) this.#draw(id, answer.marks);
    this.#changed();
  }

  #draw(id: string, marks: Mark[]): void {
    const data: FeatureCollection = {
      type: 'FeatureCollection',
      features: marks.map(({ geometry, colour, rank, drawn }, mark) => ({
        type: 'Feature',
        geometry,
        properties: { ...drawn, colour, rank, mark },
      })),
    };
    this.#sources[id] = { type: 'geojson', data };
    void this.#map.getSource<GeoJSONSource>(id)?.setData(data);
  }
}

/** A little more than what is in sight. */
function boxOf(map: MapView): string {
  const bounds = map.getBounds();
  const down = (value: number) => Math.floor(value / boxStep) * boxStep;
  const up = (value: number) => Math.ceil(value / boxStep) * boxStep;
  const [west, east] = [Math.max(-180, down(bounds.getWest())), Math.min(180, up(bounds.getEast()))];
  return [west, Math.max(-90, down(bounds.getSouth())), east, Math.min(90, up(bounds.getNorth()))].join(',');
}
