import type { Map as MapView, SourceSpecification } from 'maplibre-gl';
import { measuredFamilies } from './frame-loader.ts';
import { listAdded } from './happenings.ts';
import type { HealthWatch } from './health-watch.ts';
import type { Loop } from './loop.ts';
import { listOverlays, showOverlay, summarise } from './overlay-panel.ts';
import type { MapSymbol, Overlay } from './overlays/overlay.ts';
import { Overlays } from './overlays/overlays.ts';
import type { ViewState } from './view-state.ts';

/** While the loop plays, overlays show moments this far apart. */
const playedStepMs = 5 * 60_000;

interface OverlayDisplayOptions {
  all: Overlay[];
  /** Sources of the map style; symbols are stored there for the next style. */
  sources: Record<string, SourceSpecification>;
  shown: ViewState;
  health: HealthWatch;
  /** Called after every change. */
  changed: () => void;
  /** Shows a symbol on the map. */
  point: (symbol: MapSymbol) => void;
  /** Called with the ids of the overlays that are chosen in the list. */
  choose: (over: string) => void;
}

/** The chosen overlays on the map and in their list, at the time of the frame. */
export class OverlayDisplay {
  readonly overlays: Overlays;
  readonly #options: OverlayDisplayOptions;

  constructor(map: MapView, options: OverlayDisplayOptions) {
    const { all, sources, health, choose, point } = options;
    this.#options = options;
    this.overlays = new Overlays(map, {
      all,
      sources,
      now: () => health.now,
      recordsSince: (source) => health.recordsSince(source),
      changed: () => this.update(),
      added: (overlay, symbols) => listAdded(overlay, symbols, new Date(health.now), point),
    });
    listOverlays(all, (ids) => choose(ids.join() || 'none'));
    map.on('moveend', () => health.current && this.overlays.refresh());
  }

  /** The visible overlays, and whether weather that they do not draw may exist. */
  get shown(): { name: string; source: string; isUnreliable: boolean }[] {
    const { current, now } = this.#options.health;
    return this.#visible.map((overlay) => ({
      name: overlay.name,
      source: overlay.source,
      isUnreliable: this.overlays.state(overlay, current, now).isUnreliable,
    }));
  }

  /** Shows the overlays of the view. */
  show(): void {
    this.overlays.show(this.#options.shown.view.over.split(','));
    this.update();
  }

  /** Describes the overlays in the units that are chosen now. */
  renew(): void {
    this.overlays.renew();
    this.update();
  }

  /** Shows states and ages in the list. */
  update(): void {
    const { overlays } = this;
    const { all } = this.#options;
    const { current, now } = this.#options.health;
    for (const overlay of all) {
      const { id } = overlay;
      const state = overlays.state(overlay, current, now);
      showOverlay(overlay, overlays.isShown(id), state, overlays.symbols(id), this.#options.point);
    }
    summarise(this.#visible.map(({ name }) => name));
    this.#options.changed();
  }

  /** Shows the moment of the frame: while the loop plays, one in five minutes. */
  follow(loop: Loop): void {
    const { shown, health } = this.#options;
    const { frame } = loop;
    if (!frame || !shown.layer) return;
    const isPast =
      measuredFamilies.has(shown.layer.family) && loop.index < shown.layer.current(loop.frames, health.now);
    const at = frame.at.getTime();
    const moment = loop.playing ? Math.floor(at / playedStepMs) * playedStepMs : at;
    this.overlays.showAt(isPast ? moment : undefined);
  }

  get #visible(): Overlay[] {
    return this.#options.all.filter(({ id }) => this.overlays.isShown(id));
  }
}
