import { t } from './language.ts';
import { computed, effect, untracked } from '@preact/signals-core';
import type { Map as MapView, SourceSpecification } from 'maplibre-gl';
import { element } from './elements.ts';
import { endFirstPicture } from './first-picture.ts';
import { FrameLoader, subjectOf } from './frame-loader.ts';
import type { HealthWatch } from './health-watch.ts';
import { Inspector } from './inspector.ts';
import { loadLayers } from './layers/index.ts';
import type { Layer, Place } from './layers/layer.ts';
import { motionText, sweepQuery } from './layers/nexrad.ts';
import { Loop } from './loop.ts';
import { MissingTiles } from './missing-tiles.ts';
import { NoticeBoard } from './notice-board.ts';
import { OverlayDisplay } from './overlay-display.ts';
import type { Overlay } from './overlays/overlay.ts';
import { readLink } from './page-link.ts';
import type { PageState } from './page-state.ts';
import { PaneLegend } from './pane-legend.ts';
import { showMotion, showView } from './panel.ts';
import { showHours, showTime } from './player.ts';
import { Refresher } from './refresher.ts';
import { client, dataOf } from './service.ts';
import type { SecondMap } from './second-map.ts';
import { showSecondTime, wireSecondPane } from './second-pane.ts';
import { SiteList } from './site-list.ts';
import type { TileImages } from './tile-images.ts';
import { unitSystem } from './units.ts';
import type { View } from './view.ts';

/** Interval of checks whether everything visible is loaded. */
const loadingMs = 700;

interface ScreenParts {
  map: MapView;
  second: SecondMap;
  state: PageState;
  health: HealthWatch;
  /** Sources of the map style; radar sites are stored there for the next style. */
  sources: Record<string, SourceSpecification>;
  images: TileImages;
  overlays: Overlay[];
}

/** Draws the state of the page, and loads what it needs. */
export class Screen {
  readonly loop: Loop;
  readonly inspector: Inspector;
  readonly #parts: ScreenParts;
  readonly #sites: SiteList;
  readonly #frames: FrameLoader;
  readonly #board: NoticeBoard;
  readonly #refresher: Refresher;
  readonly #legends = { first: new PaneLegend(element('legend')), second: new PaneLegend(element('second-legend')) };
  /** The last change of what is shown. */
  #showing: Promise<void> = Promise.resolve();

  constructor(parts: ScreenParts) {
    this.#parts = parts;
    const { map, second, state, health, sources, images, overlays } = parts;
    const sites = (this.#sites = new SiteList(map, state, sources));
    const loop = (this.loop = new Loop(map, state));
    const frames = (this.#frames = new FrameLoader(state));
    const missing = new MissingTiles(() => {
      this.#board.update();
      if (missing.any) this.#refresher.checkSoon();
    });
    const display = new OverlayDisplay(map, {
      all: overlays,
      sources,
      state,
      health,
      point: (symbol) => this.inspector.showSymbol(symbol),
    });
    const board = (this.#board = new NoticeBoard({ state, loop, frames, health, overlays: display, missing }));
    this.inspector = new Inspector(map, state, display.overlays);
    this.#refresher = new Refresher({
      state,
      loop,
      health,
      sites,
      frames,
      display,
      missing,
      begin: () => this.#begin(),
      complete: () => this.#showLegends(),
    });
    const watch = (each: MapView): void => {
      missing.watch(each);
      images.watch(each);
      each.on('idle', () => board.updateLoading());
    };
    watch(map);
    second.onCreated((other) => {
      loop.addMap(other);
      watch(other);
    });
    wireSecondPane(state);
    setInterval(() => board.updateLoading(), loadingMs);
    window.addEventListener('hashchange', ({ newURL }) => {
      endFirstPicture();
      state.follow(readLink(new URL(newURL).hash)); // `location` may have another one by now
    });
    const over = computed(() => state.view.value.over);
    effect(() => {
      void over.value;
      if (health.isKnown) untracked(() => display.show());
    });
    this.#draw();
  }

  /** Loads everything, and keeps it up to date. */
  async startRefreshing(): Promise<void> {
    await this.#refresher.start();
  }

  /** Shows a single radar, with the last product of single radars. */
  chooseSite(id: string): void {
    const { layer } = this.#parts.state.view.peek();
    this.#change({ layer: layer.startsWith('nexrad/') ? layer : 'nexrad/reflectivity', site: id });
  }

  /** Shows the values under the pointer, if the rate limit leaves room. */
  hover(place: Place | undefined): void {
    this.inspector.hover(this.#parts.images.mayAsk ? place : undefined);
  }

  /** Draws what follows from the state of the page, whenever that changes. */
  #draw(): void {
    const { state, second } = this.#parts;
    effect(() => {
      const [view, layer, beside, site] = [state.view.value, state.layer.value, state.beside.value, state.site.value];
      const [layers, sites] = [state.layers.value, state.sites.value];
      unitSystem();
      if (!layer) return;
      showView({ view, layer, beside, site, layers, sites });
      showHours(view.hours);
    });
    effect(() => {
      if (state.beside.value) void untracked(() => second.open());
      else second.close();
    });
    effect(() => {
      const isLoading = !this.#frames.isCurrent;
      showTime({
        frame: state.frame.value,
        frames: state.frames.value.over,
        index: state.index.value,
        isPlaying: state.isPlaying.value,
        under: state.underFrame.value,
        now: state.now.value,
        isLoading,
      });
      showSecondTime(state.besideFrame.value, isLoading);
    });
    const subject = computed(() => subjectOf(state.view.value));
    effect(() => {
      void subject.value;
      unitSystem();
      if (state.layers.value.length > 0) this.#showing = untracked(() => this.#showView());
      this.#showing.catch(() => this.#refresher.tick());
    });
    effect(() => {
      if (state.timeToLoad.value) untracked(() => this.#frames.load()).catch(() => this.#refresher.tick());
    });
  }

  #change(part: Partial<View>): void {
    endFirstPicture();
    this.#parts.state.change(part);
  }

  async #begin(): Promise<void> {
    const { state } = this.#parts;
    state.layers.value = await loadLayers((id) => state.siteOf(id));
    await this.#showing;
  }

  /** Shows a changed view. Until its images are there, no others are on the map. */
  async #showView(): Promise<void> {
    const { state } = this.#parts;
    if (state.hasSweep.peek() && !this.#approachSite()) return; // it has chosen one
    this.#frames.removeOthers();
    await Promise.all([this.#showLegends(), this.#frames.load(), this.#updateMotion()]);
    this.#board.updateLoading();
  }

  async #showLegends(): Promise<void> {
    const { layer, beside, view } = this.#parts.state;
    const { first, second } = this.#legends;
    await Promise.all([first.show(layer.peek(), view.peek()), second.show(beside.peek(), view.peek())]);
  }

  /** Moves the map to the chosen radar. If none is chosen, chooses the nearest online one, and returns false. */
  #approachSite(): boolean {
    const { state } = this.#parts;
    const { site } = state.view.peek();
    const chosen = this.#sites.orNearest(site);
    if (!chosen) return true;
    this.#sites.approach(chosen);
    if (chosen.id === site) return true;
    state.change({ site: chosen.id });
    return false;
  }

  async #updateMotion(): Promise<void> {
    const { state } = this.#parts;
    const [view, site] = [state.view.peek(), state.site.peek()];
    const shown: (Layer | undefined)[] = [state.layer.peek(), state.beside.peek()];
    if (shown.every((layer) => layer?.id !== 'nexrad/srm') || !site) return;
    const query = { site: site.id, product: 'srm', lat: site.lat, lon: site.lon, ...sweepQuery('srm', view) };
    const { storm_motion: motion } = await dataOf(client.get('/nexrad/{site}/{product}/point', query));
    if (!this.#frames.isStill(view)) return;
    const origin = view.motion
      ? t`as entered`
      : motion === '0/0'
        ? t`no warning nearby`
        : t`of the strongest warning nearby`;
    showMotion(motion ? t`Storms move ${motionText(motion)}, ${origin}` : '');
  }
}
