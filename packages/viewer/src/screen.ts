import type { StreamEvent } from '@severe/client';
import type { Map as MapView, SourceSpecification } from 'maplibre-gl';
import { Coalescer } from './coalesce.ts';
import { element } from './elements.ts';
import { FrameLoader, measuredFamilies, subjectOf } from './frame-loader.ts';
import { eventWords, listAdded } from './happenings.ts';
import { HealthWatch } from './health-watch.ts';
import { Inspector } from './inspector.ts';
import { addHappening, showLive } from './just-now.ts';
import { loadLayers } from './layers/index.ts';
import type { Frame, Layer, Place } from './layers/layer.ts';
import { sweepQuery } from './layers/nexrad.ts';
import { LiveStream } from './live-stream.ts';
import { Loop } from './loop.ts';
import { unreliable, missingImages, noticesOf, oldImage, showNotices, silentSite, type Notice } from './notices.ts';
import { listOverlays, showOverlay, summarise } from './overlay-panel.ts';
import type { Overlay } from './overlays/overlay.ts';
import { Overlays } from './overlays/overlays.ts';
import { mayHaveClouds, setLayers, showLegend, showMotion, showView } from './panel.ts';
import { showHours, showTime } from './player.ts';
import { client, dataOf, revalidate, type Site } from './service.ts';
import { SiteList } from './site-list.ts';
import type { TileImages } from './tile-images.ts';
import { readView, writeView, type View } from './view.ts';

/** Interval of polling without the live stream. */
const refreshMs = 20_000;

/** Interval of polling beside the live stream: that a source is late is not an event. */
const liveHealthMs = 60_000;

/** Frames and sites are loaded this often even if no event reports a change. */
const liveReloadMs = 300_000;

/** Frames are loaded at most once in this time. A model run comes as many frames. */
const framesGapMs = { radar: 1000, nexrad: 1000, satellite: 1000, hrrr: refreshMs };

/** While the loop plays, overlays show moments this far apart. */
const playedStepMs = 5 * 60_000;

/** Controls the page: the view, its layers with their frames, overlays, notices, and values at places. */
export class Screen {
  readonly loop: Loop;
  readonly inspector: Inspector;
  readonly #images: TileImages;
  readonly #overlays: Overlays;
  readonly #stream: LiveStream;
  readonly #coalescer = new Coalescer();
  readonly #health = new HealthWatch();
  readonly #sites: SiteList;
  readonly #frames: FrameLoader;
  #view = readView(location.hash);
  #layers: Layer[] = [];

  /** @param sources sources of the map style; radar sites are stored there for the next style */
  constructor(map: MapView, sources: Record<string, SourceSpecification>, images: TileImages, overlays: Overlay[]) {
    this.#sites = new SiteList(map, sources);
    this.#images = images;
    this.loop = new Loop(
      map,
      () => images.mayPrefetch,
      () => this.#moved(),
    );
    const shown = () => ({ view: this.#view, layer: this.#layer, under: this.#under });
    this.#frames = new FrameLoader(this.loop, shown, () => this.#health.now);
    this.#overlays = new Overlays(map, {
      all: overlays,
      sources,
      now: () => this.#health.now,
      changed: () => this.#updateOverlays(),
      added: (overlay, symbols) =>
        listAdded(overlay, symbols, new Date(this.#health.now), (symbol) => this.inspector.showSymbol(symbol)),
    });
    this.#stream = new LiveStream({
      sources: [...new Set(['radar', 'satellite', 'nexrad', 'hrrr', ...overlays.map(({ source }) => source)])],
      changed: (event) => this.#dataChanged(event),
      lost: () => this.#reload(),
      switched: () => this.#switched(),
    });
    this.inspector = new Inspector(map, this.loop, this.#overlays, () => ({
      layers: [
        [this.#layer, this.loop.frame],
        [this.#under, this.loop.under],
      ],
      view: this.#view,
    }));
    listOverlays(overlays, (ids) => this.change({ over: ids.join() || 'none' }));
    map.on('moveend', () => this.#health.current && this.#overlays.refresh());
    // Blank must not be mistaken for clear: a message is shown while images are loading.
    map.on('idle', () => this.#updateLoading());
    setInterval(() => this.#updateLoading(), 700);
    window.addEventListener('hashchange', () => this.change(readView(location.hash)));
  }

  async startRefreshing(): Promise<void> {
    await this.#tick();
    this.#switched();
    if (!document.hidden) this.#stream.start();
    // A hidden page is not refreshed; it is refreshed when it becomes visible.
    setInterval(() => void (document.hidden || this.#poll()), refreshMs);
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return this.#stream.stop();
      this.#stream.start();
      void this.#tick();
    });
  }

  /** Changes the view. */
  change(part: Partial<View>): void {
    const before = this.#view;
    this.#view = { ...before, ...part };
    this.#link();
    this.loop.fade(this.#view.opacity / 100);
    if (before.over !== this.#view.over) this.#showOverlays();
    if (subjectOf(before) !== subjectOf(this.#view) || before.time !== this.#view.time) {
      void this.#showView().catch(() => this.#tick());
    }
  }

  /** Shows a single radar, with the last product of single radars. */
  chooseSite(id: string): void {
    const product = this.#view.layer.startsWith('nexrad/') ? this.#view.layer : 'nexrad/reflectivity';
    this.change({ layer: product, site: id });
  }

  /** Shows the values under the pointer, if the rate limit leaves room. */
  async hover(place: Place | undefined): Promise<void> {
    await this.inspector.hover(this.#images.mayPrefetch ? place : undefined);
  }

  get #layer(): Layer | undefined {
    return this.#layers.find(({ id }) => id === this.#view.layer) ?? this.#layers[0];
  }

  get #under(): Layer | undefined {
    const below = this.#layer && mayHaveClouds(this.#layer) ? this.#view.under : '';
    return this.#layers.find(({ id }) => id === below);
  }

  get #site(): Site | undefined {
    return this.#sites.find(this.#view.site);
  }

  /** Polls. While events arrive, only what is old is requested. */
  async #poll(): Promise<void> {
    if (!this.#stream.isLive || !this.#health.current || this.#health.ageMs >= liveHealthMs - 1000) {
      return this.#tick();
    }
    this.#overlays.refresh();
    this.#updateOverlays(); // data ages
  }

  async #tick(): Promise<void> {
    const { isLive } = this.#stream;
    const isOld = ({ ageMs }: { ageMs: number }) => !isLive || ageMs >= liveReloadMs - 1000;
    try {
      await Promise.all([
        this.#health.load(),
        (isOld(this.#sites) || this.#layer?.family === 'nexrad') && this.#loadSites(),
      ]);
      this.#showOverlays();
      this.#notify();
      if (this.#layers.length === 0) {
        this.#layers = await loadLayers((id) => this.#sites.find(id));
        setLayers(this.#layers);
        await this.#showView();
      } else if (isOld(this.#frames)) {
        await this.#frames.load();
      }
    } catch {
      this.#health.lose();
      this.#updateOverlays(); // the next tick tries again
    }
  }

  /** Called when events begin to arrive, or no longer arrive. */
  #switched(): void {
    const { isLive } = this.#stream;
    this.#overlays.isLive = isLive;
    revalidate(isLive);
    showLive(isLive, refreshMs / 1000);
  }

  /** Loads what an event reports, if it is shown. */
  #dataChanged(event: StreamEvent): void {
    const { name, data } = event;
    if (data.time && measuredFamilies.has(name)) this.#health.noteData(name, Date.parse(data.time));
    this.#overlays.sourceChanged(name);
    const shows = (layer: Layer | undefined) =>
      layer?.family === name &&
      (name === 'nexrad' ? data.site === this.#view.site : layer.id.endsWith(`/${data.product}`));
    if (shows(this.#layer) || shows(this.#under)) this.#reloadFrames(name as Layer['family']);
    const isDrawn = this.#overlays.all.some(({ id, source }) => source === name && this.#overlays.isShown(id));
    const text = isDrawn ? undefined : eventWords(event);
    if (text) addHappening({ key: name, text, at: new Date(data.published_at ?? this.#health.now) });
  }

  #reloadFrames(family: Layer['family']): void {
    this.#coalescer.run('frames', framesGapMs[family], () => {
      const sites = family === 'nexrad' ? this.#loadSites() : undefined;
      Promise.resolve(sites)
        .then(() => this.#frames.load())
        .catch(() => {
          this.#frames.expire(); // the next poll tries again
          this.#health.expire();
        });
    });
  }

  /** Loads everything that is shown, because events are lost. */
  #reload(): void {
    this.#overlays.reload();
    this.#sites.expire();
    this.#frames.expire();
    this.#coalescer.run('all', 1000, () => void this.#tick());
  }

  async #loadSites(): Promise<void> {
    if (!(await this.#sites.load())) return;
    this.#sites.draw(this.#view.site);
    if (this.#layer) showView(this.#view, this.#layer, this.#site);
  }

  #showOverlays(): void {
    this.#overlays.show(this.#view.over.split(','));
    this.#updateOverlays();
  }

  #updateOverlays(): void {
    const overlays = this.#overlays;
    const { current: health, now } = this.#health;
    for (const overlay of overlays.all) {
      const { id } = overlay;
      const state = overlays.state(overlay, health, now);
      showOverlay(overlay, overlays.isShown(id), state, overlays.symbols(id), (symbol) =>
        this.inspector.showSymbol(symbol),
      );
    }
    summarise(overlays.all.filter(({ id }) => overlays.isShown(id)).map(({ name }) => name));
    this.#notify();
  }

  #notify(): void {
    const layers = [this.#layer, this.#under].filter((layer) => layer !== undefined);
    const shown = this.#overlays.all.filter(({ id }) => this.#overlays.isShown(id));
    const { current: health, now } = this.#health;
    const isUnreliable = (overlay: Overlay) => this.#overlays.state(overlay, health, now).isUnreliable;
    const notices = noticesOf(
      health,
      layers.map(({ family }) => family),
    );
    const others: (Notice | undefined | false)[] = [
      notices.every(({ kind }) => kind === 'simulated' || kind === 'replay') && this.#oldImage(),
      health && unreliable(shown.filter(isUnreliable).map(({ name }) => name)),
      this.#layer?.family === 'nexrad' && silentSite(this.#view.site, this.#site, now),
      this.#images.takeFailures() > 0 && missingImages,
    ];
    if (others.includes(missingImages)) this.loop.reload();
    showNotices(element('notices'), [...notices, ...others.filter((notice) => notice instanceof Object)]);
  }

  /** A notice if this product is old, which the health of its source does not show. */
  #oldImage(): Notice | undefined {
    const layer = this.#layer;
    const newest = this.loop.frames.at(-1);
    if (!layer?.cadenceSeconds || !newest?.key.startsWith(`${layer.id}/`) || this.#view.time) return undefined;
    return oldImage(layer.name, newest.at, layer.cadenceSeconds, this.#health.now);
  }

  /** Shows a changed view. */
  async #showView(): Promise<void> {
    const layer = this.#layer;
    if (!layer) return; // the layers are not loaded yet
    if (layer.family === 'nexrad') this.#approachSite();
    this.inspector.close();
    showView(this.#view, layer, this.#site);
    showHours(this.#view.hours);
    this.#sites.draw(layer.family === 'nexrad' ? this.#view.site : '');
    const view = this.#view;
    this.loop.fade(view.opacity / 100);
    const legend = layer.legend(view).then((legend) => void (this.#frames.isStill(view) && showLegend(legend)));
    this.#notify();
    await Promise.all([legend, this.#frames.load(), this.#updateMotion(layer)]);
  }

  /** Chooses the nearest online radar if none is chosen, and moves the map to it. */
  #approachSite(): void {
    const chosen = this.#sites.orNearest(this.#view.site);
    if (!chosen) return;
    this.#view = { ...this.#view, site: chosen.id };
    this.#link();
    this.#sites.approach(chosen);
  }

  async #updateMotion(layer: Layer): Promise<void> {
    const site = this.#site;
    if (layer.id !== 'nexrad/srm' || !site) return;
    const view = this.#view;
    const query = { site: site.id, product: 'srm', lat: site.lat, lon: site.lon, ...sweepQuery('srm', view) };
    const { storm_motion: motion } = await dataOf(client.get('/nexrad/{site}/{product}/point', query));
    if (!this.#frames.isStill(view)) return;
    const origin = view.motion
      ? 'as entered'
      : motion === '0/0'
        ? 'no warning nearby'
        : 'of the strongest warning nearby';
    showMotion(motion ? `Storm motion: ${motion} kt, ${origin}` : '');
  }

  /** Called when the loop shows another frame, starts or stops. */
  #moved(): void {
    const { loop } = this;
    showTime(loop, this.#health.now);
    const { frame } = loop;
    if (!frame || !this.#layer) return;
    const isNow = loop.playing || loop.index === this.#layer.current(loop.frames, this.#health.now);
    this.#view = { ...this.#view, time: isNow ? '' : frame.stamp };
    this.#overlays.showAt(this.#momentOf(frame));
    this.#link();
  }

  /** The moment that the overlays show with a frame: while the loop plays, one in five minutes. */
  #momentOf({ at }: Frame): number | undefined {
    const { loop } = this;
    const layer = this.#layer;
    const isPast =
      layer && measuredFamilies.has(layer.family) && loop.index !== layer.current(loop.frames, this.#health.now);
    if (!isPast) return undefined;
    return loop.playing ? Math.floor(at.getTime() / playedStepMs) * playedStepMs : at.getTime();
  }

  #updateLoading(): void {
    element('loading').hidden = this.#layers.length > 0 && this.loop.ready;
  }

  #link(): void {
    const hash = writeView(this.#view, location.hash);
    if (hash !== location.hash) history.replaceState(history.state, '', hash);
  }
}
