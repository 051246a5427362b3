import type { Map as MapView, SourceSpecification } from 'maplibre-gl';
import { endFirstPicture } from './first-picture.ts';
import { FrameLoader, subjectOf } from './frame-loader.ts';
import { HealthWatch } from './health-watch.ts';
import { Inspector } from './inspector.ts';
import { loadLayers } from './layers/index.ts';
import type { Frame, Layer, Place } from './layers/layer.ts';
import { motionText, sweepQuery } from './layers/nexrad.ts';
import { Loop } from './loop.ts';
import { MissingTiles } from './missing-tiles.ts';
import { NoticeBoard } from './notice-board.ts';
import { OverlayDisplay } from './overlay-display.ts';
import type { Overlay } from './overlays/overlay.ts';
import { clearLegend, setLayers, showLegend, showMotion, showView } from './panel.ts';
import { showHours, showTime } from './player.ts';
import { Refresher } from './refresher.ts';
import { client, dataOf } from './service.ts';
import { SecondMap } from './second-map.ts';
import {
  forgetSecondLegend,
  partnerOf,
  setSecondLayers,
  showSecondLayer,
  showSecondLegend,
  showSecondTime,
  wireSecondPane,
} from './second-pane.ts';
import { SiteList } from './site-list.ts';
import type { TileImages } from './tile-images.ts';
import type { View } from './view.ts';
import { ViewState } from './view-state.ts';

/** Interval of checks whether everything visible is loaded. */
const loadingMs = 700;

/** Controls the page: the view with its frames, and what follows from a change of it. */
export class Screen {
  readonly loop: Loop;
  readonly inspector: Inspector;
  readonly #images: TileImages;
  readonly #health = new HealthWatch();
  readonly #sites: SiteList;
  readonly #shown: ViewState;
  readonly #frames: FrameLoader;
  readonly #display: OverlayDisplay;
  readonly #board: NoticeBoard;
  readonly #refresher: Refresher;
  readonly #missing: MissingTiles;
  readonly #second: SecondMap;
  /** Layer and palette of the legend that is shown. */
  #legend = '';

  /** @param sources sources of the map style; radar sites are stored there for the next style */
  constructor(
    map: MapView,
    second: SecondMap,
    sources: Record<string, SourceSpecification>,
    images: TileImages,
    overlays: Overlay[],
  ) {
    this.#second = second;
    second.onCreated((other) => this.#hasSecondMap(other));
    wireSecondPane(
      () => partnerOf(this.#shown.layer?.id ?? '', this.#shown.layers),
      (part) => this.change(part),
    );
    const health = this.#health;
    const sites = (this.#sites = new SiteList(map, sources));
    const shown = (this.#shown = new ViewState((id) => sites.find(id)));
    this.#images = images;
    const loop = (this.loop = new Loop(map, () => this.#moved()));
    const frames = (this.#frames = new FrameLoader(loop, shown, () => health.now));
    const missing = (this.#missing = new MissingTiles(() => {
      this.#board.update();
      if (missing.any) this.#refresher.checkSoon();
    }));
    missing.watch(map);
    images.watch(map);
    images.follow(loop);
    const display = (this.#display = new OverlayDisplay(map, {
      all: overlays,
      sources,
      shown,
      health,
      changed: () => this.#board.update(),
      point: (symbol) => this.inspector.showSymbol(symbol),
      choose: (over) => this.change({ over }),
    }));
    this.#board = new NoticeBoard({ shown, loop, frames, health, overlays: display, missing });
    const visible = () => ({
      layers: [
        [shown.layer, loop.frame],
        [shown.under, loop.under],
        [shown.beside, loop.beside],
      ] as [Layer | undefined, Frame | undefined][],
      view: shown.view,
    });
    this.inspector = new Inspector(map, loop, display.overlays, visible, () => this.#stop());
    this.#refresher = new Refresher({
      shown,
      loop,
      health,
      sites,
      frames,
      display,
      missing,
      begin: () => this.#begin(),
      complete: () => this.#showLegends(),
      sitesChanged: () => this.#showSites(),
      aged: () => {
        this.#showTimes();
        this.#board.update();
      },
    });
    map.on('idle', () => this.#board.updateLoading());
    setInterval(() => this.#board.updateLoading(), loadingMs);
    window.addEventListener('hashchange', ({ newURL }) => this.#followLink(new URL(newURL).hash));
  }

  /** Loads everything, and keeps it up to date. */
  async startRefreshing(): Promise<void> {
    await this.#refresher.start();
  }

  /** Changes the view. */
  change(part: Partial<View>): void {
    endFirstPicture();
    const before = this.#shown.view;
    this.#shown.change(part);
    const { view } = this.#shown;
    this.loop.fade(view.opacity / 100);
    if (before.over !== view.over) this.#display.show();
    if (subjectOf(before) !== subjectOf(view) || before.time !== view.time) {
      void this.#showView().catch(() => this.#refresher.tick());
    }
  }

  /** Shows the view of a link that the reader has entered. A link to a time is a still image. */
  #followLink(hash: string): void {
    const linked = this.#shown.linked(hash); // a loop that plays may have written another one meanwhile
    if (linked.time) this.loop.pause();
    this.change(linked);
  }

  /** Shows everything again, in other units. */
  renew(): void {
    this.#legend = '';
    forgetSecondLegend();
    this.#display.renew();
    void this.#showView().catch(() => this.#refresher.tick());
  }

  /** Shows a single radar, with the last product of single radars. */
  chooseSite(id: string): void {
    const { layer } = this.#shown.view;
    this.change({ layer: layer.startsWith('nexrad/') ? layer : 'nexrad/reflectivity', site: id });
  }

  /** Shows the values under the pointer, if the rate limit leaves room. */
  async hover(place: Place | undefined): Promise<void> {
    await this.inspector.hover(this.#images.mayAsk ? place : undefined);
  }

  /** Ends the playing of the loop at the frame of now, whatever frame it is at. */
  #stop(): void {
    const { loop } = this;
    if (!loop.playing) return;
    const now = this.#shown.layer?.current(loop.frames, this.#health.now);
    if (now !== undefined) loop.show(now);
    loop.pause();
  }

  async #begin(): Promise<void> {
    this.#shown.layers = await loadLayers((id) => this.#sites.find(id));
    setLayers(this.#shown.layers);
    setSecondLayers(this.#shown.layers);
    await this.#showView();
  }

  #showSites(): void {
    const { view, layer, beside, site } = this.#shown;
    this.#sites.draw(view.site);
    if (layer) showView(view, layer, beside, site);
  }

  /** Shows a changed view. Until its images are there, no others are on the map. */
  async #showView(): Promise<void> {
    const { layer } = this.#shown;
    if (!layer) return; // the layers are not loaded yet
    if (this.#shown.hasSweep) this.#approachSite();
    const { view, beside, site } = this.#shown;
    this.inspector.close();
    showView(view, layer, beside, site);
    this.#showSecond();
    showHours(view.hours);
    this.#sites.draw(this.#shown.hasSweep ? view.site : '');
    this.loop.fade(view.opacity / 100);
    this.#frames.removeOthers();
    this.#board.updateLoading();
    this.#board.update();
    await Promise.all([this.#showLegends(), this.#frames.load(), this.#updateMotion([layer, beside])]);
    this.#board.updateLoading();
  }

  /** Opens or closes the second pane. */
  #showSecond(): void {
    const { beside } = this.#shown;
    showSecondLayer(beside);
    if (beside) void this.#second.open();
    else this.#second.close();
  }

  /** Called when the second map is loaded. */
  #hasSecondMap(map: MapView): void {
    this.loop.addMap(map);
    this.#missing.watch(map);
    this.#images.watch(map);
    map.on('idle', () => this.#board.updateLoading());
    void this.#frames.load().catch(() => this.#refresher.tick());
  }

  async #showLegends(): Promise<void> {
    const { beside, view } = this.#shown;
    await Promise.all([this.#showLegend(), showSecondLegend(beside, view)]);
  }

  #showTimes(): void {
    const isLoading = !this.#frames.isCurrent;
    showTime(this.loop, this.#health.now, isLoading);
    showSecondTime(this.loop.beside, isLoading);
  }

  /** Replaces the legend if it is of another picture. Until the new one is there, none is shown. */
  async #showLegend(): Promise<void> {
    const { layer, view } = this.#shown;
    const wanted = `${layer?.id} ${view.palette}`;
    if (!layer || this.#legend === wanted) return;
    this.#legend = '';
    clearLegend();
    const legend = await layer.legend(view);
    if (this.#shown.layer !== layer || this.#shown.view.palette !== view.palette) return;
    this.#legend = wanted;
    showLegend(legend);
  }

  /** Chooses the nearest online radar if none is chosen, and moves the map to it. */
  #approachSite(): void {
    const chosen = this.#sites.orNearest(this.#shown.view.site);
    if (!chosen) return;
    this.#shown.change({ site: chosen.id });
    this.#sites.approach(chosen);
  }

  async #updateMotion(layers: (Layer | undefined)[]): Promise<void> {
    const { view, site } = this.#shown;
    if (layers.every((layer) => layer?.id !== 'nexrad/srm') || !site) return;
    const query = { site: site.id, product: 'srm', lat: site.lat, lon: site.lon, ...sweepQuery('srm', view) };
    const { storm_motion: motion } = await dataOf(client.get('/nexrad/{site}/{product}/point', query));
    if (!this.#frames.isStill(view)) return;
    const origin = view.motion
      ? 'as entered'
      : motion === '0/0'
        ? 'no warning nearby'
        : 'of the strongest warning nearby';
    showMotion(motion ? `Storms move ${motionText(motion)}, ${origin}` : '');
  }

  /** Called when the loop shows another frame, starts or stops. */
  #moved(): void {
    const { loop } = this;
    const { layer } = this.#shown;
    this.#showTimes();
    const { frame } = loop;
    if (!frame || !layer) return;
    // A link cannot lead to the next hour: when somebody follows it, that hour is another one.
    const isNow = loop.playing || frame.isExtrapolated || loop.index === layer.current(loop.frames, this.#health.now);
    this.#shown.change({ time: isNow ? '' : frame.stamp });
    this.#display.follow(loop);
  }
}
