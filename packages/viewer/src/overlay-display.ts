import { effect, signal, untracked } from '@preact/signals-core';
import type { Map as MapView, SourceSpecification } from 'maplibre-gl';
import { listAdded } from './happenings.ts';
import type { HealthWatch } from './health-watch.ts';
import { listOverlays, showOverlay, summarise } from './overlay-panel.ts';
import type { MapSymbol, Overlay } from './overlays/overlay.ts';
import { Overlays } from './overlays/overlays.ts';
import type { PageState } from './page-state.ts';
import { unitSystem } from './units.ts';

interface OverlayDisplayOptions {
  all: Overlay[];
  /** Sources of the map style; symbols are stored there for the next style. */
  sources: Record<string, SourceSpecification>;
  state: PageState;
  health: HealthWatch;
  /** Shows a symbol on the map. */
  point: (symbol: MapSymbol) => void;
}

/** The chosen overlays on the map and in their list, at the time of the visible frame. */
export class OverlayDisplay {
  readonly overlays: Overlays;
  /** Counts the changes of what is shown of them. */
  readonly changes = signal(0);
  readonly #options: OverlayDisplayOptions;

  constructor(map: MapView, options: OverlayDisplayOptions) {
    const { all, sources, state, health, point } = options;
    this.#options = options;
    this.overlays = new Overlays(map, {
      all,
      sources,
      now: () => health.now,
      recordsSince: (source) => health.recordsSince(source),
      changed: () => this.update(),
      added: (overlay, symbols) => listAdded(overlay, symbols, new Date(health.now), point),
    });
    listOverlays(all, (ids) => state.change({ over: ids.join() || 'none' }));
    map.on('moveend', () => health.current && this.overlays.refresh());
    effect(() => {
      unitSystem();
      untracked(() => this.#renew());
    });
    effect(() => {
      const moment = state.drawn.value;
      untracked(() => this.overlays.showAt(moment));
    });
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
    this.overlays.show(this.#options.state.view.peek().over.split(','));
    this.update();
  }

  /** Describes the overlays in the units that are chosen now. */
  #renew(): void {
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
    this.changes.value++;
  }

  get #visible(): Overlay[] {
    return this.#options.all.filter(({ id }) => this.overlays.isShown(id));
  }
}
