import type { Map as MapView, PointLike, SourceSpecification } from 'maplibre-gl';
import type { FeatureCollection } from 'geojson';
import type { Health } from '../service.ts';
import { Coalescer } from '../coalesce.ts';
import { setShapes } from '../shapes.ts';
import { inTurns } from './in-turns.ts';
import type { MapSymbol, Overlay, OverlayData, Description } from './overlay.ts';
import { begunAt, PastStates, type PastState } from './past-states.ts';
import { pastStateOf, stateOf, type LoadedOverlay, type OverlayState } from './state.ts';

/** Radius of a tap, in pixels. */
const reach = 8;

/** Requested boxes are aligned to this many degrees, so that a small move needs no request. */
const boxStep = 4;

/** Overlays are loaded this often even if no event reports a change. */
const liveSeconds = 300;

/** After an event an overlay is loaded at most once in this time. */
const gapMs = 1000;

/** What is loaded before the first response. */
const nothing = { symbols: [], isTruncated: false, again: () => [], at: undefined, hasFailed: false };

interface OverlaysOptions {
  all: Overlay[];
  /** Sources of the map style; symbols are stored there for the next style. */
  sources: Record<string, SourceSpecification>;
  /** The time on the clock of the service. */
  now: () => number;
  /** Since when the list of a source knows its past, in milliseconds; undefined if the service does not say it. */
  recordsSince: (source: string) => number | undefined;
  /** Called after every change. */
  changed: () => void;
  /** Called with symbols that are new since the last response. */
  added: (overlay: Overlay, symbols: MapSymbol[]) => void;
}

/** Loads and draws the overlays. */
export class Overlays {
  readonly all: Overlay[];
  readonly #map: MapView;
  readonly #options: OverlaysOptions;
  readonly #coalescer = new Coalescer();
  readonly #loaded = new Map<
    string,
    LoadedOverlay & Pick<OverlayData, 'again'> & { box: string; requestedAt: number }
  >();
  readonly #past: PastStates;
  readonly #drawn = new Map<string, MapSymbol[]>();
  #shown = new Set<string>();
  /** The moment of the past that the map shows, in milliseconds; undefined for now. */
  #moment: number | undefined;
  /** Whether events report changes. Otherwise overlays are polled. */
  isLive = false;

  constructor(map: MapView, options: OverlaysOptions) {
    this.all = options.all;
    this.#map = map;
    this.#options = options;
    this.#past = new PastStates(() => this.#redraw());
  }

  /** Draws the overlays with these ids, and no others. */
  show(ids: string[]): void {
    this.#shown = new Set(ids);
    for (const { id } of this.all) {
      if (this.isShown(id) || !this.#loaded.delete(id)) continue;
      this.#draw(id, []);
    }
    this.refresh();
  }

  /** Describes everything in the units that are chosen now. Nothing leaves the map meanwhile, so it can be clicked. */
  renew(): void {
    for (const loaded of this.#loaded.values()) loaded.symbols = loaded.again();
    this.#past.renew();
    for (const overlay of this.all) if (this.isShown(overlay.id)) this.#drawNow(overlay);
  }

  /** Draws what was known at a moment in milliseconds, for the overlays that move with time. */
  showAt(moment: number | undefined): void {
    if (moment === this.#moment) return;
    this.#moment = moment;
    this.#redraw();
  }

  isShown(id: string): boolean {
    return this.#shown.has(id);
  }

  symbols(id: string): MapSymbol[] {
    return this.#drawn.get(id) ?? [];
  }

  /** @param health undefined while the service does not respond */
  state(overlay: Overlay, health: Health | undefined, now: number): OverlayState {
    const { id, source, unit, moves } = overlay;
    if (moves && this.#moment !== undefined && this.isShown(id))
      return pastStateOf(this.#pastOf(overlay, this.#moment), this.#moment, unit, this.#options.recordsSince(source));
    const loaded = this.#loaded.get(id);
    if (health) return stateOf(loaded, health.sources[source], now, unit);
    return stateOf({ symbols: [], isTruncated: false, at: loaded?.at, hasFailed: true }, undefined, now);
  }

  /** Loads overlays that are old, or of another area. */
  refresh(): void {
    const now = this.#options.now();
    const box = boxOf(this.#map);
    for (const overlay of this.all) {
      if (!this.isShown(overlay.id)) continue;
      const loaded = this.#loaded.get(overlay.id);
      if (this.#isOld(overlay, now) || (overlay.inSight && loaded?.box !== box)) void this.#load(overlay, box, now);
    }
  }

  /** Loads the overlays of a source soon, because an event reports a change. */
  sourceChanged(source: string): void {
    for (const overlay of this.all) {
      if (overlay.source !== source || !this.isShown(overlay.id)) continue;
      // Points and rivers change all the time; most others seldom, and then they matter at once.
      const gap = overlay.inSight || overlay.seldom ? overlay.everySeconds * 1000 : gapMs;
      this.#coalescer.run(overlay.id, gap, () => this.#reload(overlay));
    }
  }

  /** Loads everything that is shown. */
  reload(): void {
    for (const overlay of this.all) this.#coalescer.run(overlay.id, gapMs, () => this.#reload(overlay));
  }

  #reload(overlay: Overlay): void {
    if (this.isShown(overlay.id)) void this.#load(overlay, boxOf(this.#map), this.#options.now());
  }

  #isOld({ id, everySeconds }: Overlay, now: number): boolean {
    const loaded = this.#loaded.get(id);
    if (!loaded || loaded.hasFailed) return true;
    const seconds = this.isLive ? Math.max(everySeconds, liveSeconds) : everySeconds;
    if (now - loaded.requestedAt >= seconds * 1000 - 1000) return true;
    return loaded.symbols.some(
      ({ endsAt }) => endsAt && endsAt.getTime() <= now && endsAt.getTime() > loaded.requestedAt,
    );
  }

  /** Descriptions at a point of the screen, the topmost first: one of each overlay, then further ones. */
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
    const found = new Map(
      hits.map(({ source, properties }) => [this.symbols(source)[Number(properties['symbol'])], source] as const),
    );
    return inTurns([...found], ([, source]) => source).flatMap(([symbol]) =>
      symbol ? [symbol, ...(symbol.also ?? [])] : [],
    );
  }

  async #load(overlay: Overlay, box: string, now: number): Promise<void> {
    const { id } = overlay;
    const before = this.#loaded.get(id);
    const request = { box, requestedAt: now };
    const waiting = { ...nothing, ...before, ...request };
    this.#loaded.set(id, waiting);
    const data = await overlay.load({ bbox: box, now }).catch(() => undefined); // the state shows the failure
    if (this.#loaded.get(id) !== waiting) return; // requested again, or hidden
    this.#loaded.set(id, data ? { ...data, ...request, at: now, hasFailed: false } : { ...waiting, hasFailed: true });
    if (data) this.#drawNow(overlay);
    if (data && before?.at !== undefined) this.#reportAdded(overlay, before.symbols, data.symbols);
    this.#options.changed();
  }

  #reportAdded(overlay: Overlay, before: MapSymbol[], after: MapSymbol[]): void {
    const known = new Set(before.map(({ id }) => id));
    const added = after.filter(({ id }) => id !== undefined && !known.has(id));
    if (added.length > 0) this.#options.added(overlay, added);
  }

  /** Draws the state of the moment that is shown. While it is loaded, and without a record of it: what had begun then. */
  #drawNow(overlay: Overlay): void {
    const { id, moves } = overlay;
    const current = this.#loaded.get(id)?.symbols ?? [];
    if (!moves || this.#moment === undefined) return this.#draw(id, current);
    const past = this.#pastOf(overlay, this.#moment);
    this.#draw(id, typeof past === 'object' ? past.symbols : begunAt(current, this.#moment));
  }

  /** What an overlay showed at a moment. Nothing is asked of the time before the records. */
  #pastOf(overlay: Overlay, moment: number): PastState {
    const since = this.#options.recordsSince(overlay.source) ?? -Infinity;
    return moment < since ? 'unrecorded' : this.#past.at(overlay, moment, boxOf(this.#map));
  }

  /** Draws again what moves with time. */
  #redraw(): void {
    for (const overlay of this.all) if (overlay.moves && this.isShown(overlay.id)) this.#drawNow(overlay);
    this.#options.changed();
  }

  #draw(id: string, symbols: MapSymbol[]): void {
    if (this.#drawn.get(id) === symbols) return;
    this.#drawn.set(id, symbols);
    const collection: FeatureCollection = {
      type: 'FeatureCollection',
      features: symbols.map(({ geometry, colour, rank, drawn }, symbol) => ({
        type: 'Feature',
        geometry,
        properties: { ...drawn, colour, rank, symbol },
      })),
    };
    this.#options.sources[id] = { type: 'geojson', data: collection };
    setShapes(this.#map, id, collection);
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
