import type { StreamEvent } from '@severe/client';
import type { Map as MapView, SourceSpecification } from 'maplibre-gl';
import { element } from './elements.ts';
import { loadLayers } from './layers/index.ts';
import type { Frame, Layer, Place } from './layers/layer.ts';
import { sweepQuery } from './layers/nexrad.ts';
import { Loop } from './loop.ts';
import { agedHealth } from './age.ts';
import { eventWords, listAdded } from './happenings.ts';
import { addHappening, showLive } from './just-now.ts';
import { LiveStream } from './live-stream.ts';
import { Coalescer } from './coalesce.ts';
import { listOverlays, showOverlay, summarise } from './overlay-panel.ts';
import { unreliable, missingImages, noticesOf, oldImage, showNotices, silentSite, type Notice } from './notices.ts';
import type { Overlay } from './overlays/overlay.ts';
import { Overlays } from './overlays/overlays.ts';
import { mayHaveClouds, setLayers, setSites, showLegend, showMotion, showView } from './panel.ts';
import type { TileImages } from './tile-images.ts';
import { showTime } from './player.ts';
import { Inspector } from './inspector.ts';
import { client, dataOf, revalidate, type Health, type Site } from './service.ts';
import { showSites } from './sites.ts';
import { momentOf } from './times.ts';
import { readView, writeView, type View } from './view.ts';

/** Interval of polling without the live stream. */
const refreshMs = 20_000;

/** Interval of polling beside the live stream: that a source is late is not an event. */
const liveHealthMs = 60_000;

/** Frames and sites are loaded this often even if no event reports a change. */
const liveReloadMs = 300_000;

/** Frames are loaded at most once in this time. A model run comes as many frames. */
const framesGapMs = { radar: 1000, nexrad: 1000, satellite: 1000, hrrr: refreshMs };

/** The families whose frames are on the map at the time they report; a model run is not. */
const measured = new Set(['radar', 'nexrad', 'satellite']);

/** A link to a time shows the nearest frame within this distance. */
const nearMs = 30 * 60_000;

/** Zoom at which a single radar is shown. */
const siteZoom = 6.5;

/** Controls the page: the view, its layers with their frames, overlays, notices, and values at places. */
export class Screen {
  readonly loop: Loop;
  readonly inspector: Inspector;
  readonly #map: MapView;
  readonly #sources: Record<string, SourceSpecification>;
  readonly #images: TileImages;
  readonly #overlays: Overlays;
  readonly #stream: LiveStream;
  readonly #coalescer = new Coalescer();
  #view = readView(location.hash);
  #layers: Layer[] = [];
  #sites: Site[] = [];
  #health: Health | undefined;
  /** Offset of the clock of the service. */
  #aheadMs = 0;
  /** Newest times of data that events reported, by source. */
  readonly #dataTimes = new Map<string, number>();
  /** Times of the last successful requests, of `performance.now()`. */
  #healthAt = -Infinity;
  #sitesAt = -Infinity;
  #framesAt = -Infinity;
  /** The part of the view that the frames are of. */
  #framesSubject = '';
  /** Number of the last request for frames. */
  #framesRequest = 0;

  /** @param sources sources of the map style; radar sites are stored there for the next style */
  constructor(map: MapView, sources: Record<string, SourceSpecification>, images: TileImages, overlays: Overlay[]) {
    this.#map = map;
    this.#sources = sources;
    this.#images = images;
    this.loop = new Loop(
      map,
      () => images.mayPrefetch,
      () => this.#moved(),
    );
    this.#overlays = new Overlays(map, {
      all: overlays,
      sources,
      now: () => this.#now,
      changed: () => this.#updateOverlays(),
      added: (overlay, symbols) =>
        listAdded(overlay, symbols, new Date(this.#now), (symbol) => this.inspector.showSymbol(symbol)),
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
    map.on('moveend', () => this.#health && this.#overlays.refresh());
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
    return this.#sites.find(({ id }) => id === this.#view.site);
  }

  get #now(): number {
    return Date.now() + this.#aheadMs;
  }

  /** Polls. While events arrive, only what is old is requested. */
  async #poll(): Promise<void> {
    if (!this.#stream.isLive || !this.#health || performance.now() - this.#healthAt >= liveHealthMs - 1000) {
      return this.#tick();
    }
    this.#overlays.refresh();
    this.#updateOverlays(); // data ages
  }

  async #tick(): Promise<void> {
    const { isLive } = this.#stream;
    const isOld = (at: number) => !isLive || performance.now() - at >= liveReloadMs - 1000;
    try {
      const [health] = await Promise.all([
        dataOf(client.get('/meta/health')),
        (isOld(this.#sitesAt) || this.#layer?.family === 'nexrad') && this.#loadSites(),
      ]);
      this.#aheadMs = Date.parse(health.time) - Date.now();
      this.#health = health;
      this.#healthAt = performance.now();
      this.#showOverlays();
      this.#notify();
      if (this.#layers.length === 0) {
        this.#layers = await loadLayers((id) => this.#sites.find((site) => site.id === id));
        setLayers(this.#layers);
        await this.#showView();
      } else if (isOld(this.#framesAt)) {
        await this.#refresh();
      }
    } catch {
      this.#health = undefined;
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
    if (data.time && measured.has(name)) {
      this.#dataTimes.set(name, Math.max(this.#dataTimes.get(name) ?? 0, Date.parse(data.time)));
    }
    this.#overlays.sourceChanged(name);
    const shows = (layer: Layer | undefined) =>
      layer?.family === name &&
      (name === 'nexrad' ? data.site === this.#view.site : layer.id.endsWith(`/${data.product}`));
    if (shows(this.#layer) || shows(this.#under)) this.#reloadFrames(name as Layer['family']);
    const isDrawn = this.#overlays.all.some(({ id, source }) => source === name && this.#overlays.isShown(id));
    const text = isDrawn ? undefined : eventWords(event);
    if (text) addHappening({ key: name, text, at: new Date(data.published_at ?? this.#now) });
  }

  #reloadFrames(family: Layer['family']): void {
    this.#coalescer.run('frames', framesGapMs[family], () => {
      const sites = family === 'nexrad' ? this.#loadSites() : undefined;
      Promise.resolve(sites)
        .then(() => this.#refresh())
        .catch(() => (this.#framesAt = this.#healthAt = -Infinity)); // the next poll tries again
    });
  }

  /** Loads everything that is shown, because events are lost. */
  #reload(): void {
    this.#overlays.reload();
    this.#sitesAt = this.#framesAt = -Infinity;
    this.#coalescer.run('all', 1000, () => void this.#tick());
  }

  async #loadSites(): Promise<void> {
    const { sites } = await dataOf(client.get('/nexrad/sites'));
    this.#sitesAt = performance.now();
    this.#setSites(sites);
  }

  /** Lists a new frame of the layer among what has just happened. */
  #listFrame(before: Frame, layer: Layer): void {
    const newest = this.loop.frames.at(-1);
    if (!measured.has(layer.family) || !newest || newest.at <= before.at) return;
    const text = `${layer.name}: image of ${newest.at.toISOString().slice(11, 16)}Z`;
    addHappening({ key: 'frame', text, at: new Date(this.#now) });
  }

  /** The health of the sources with the present age of their data. */
  get #agedHealth(): Health | undefined {
    return this.#health && agedHealth(this.#health, this.#dataTimes, this.#now);
  }

  #showOverlays(): void {
    this.#overlays.show(this.#view.over.split(','));
    this.#updateOverlays();
  }

  #updateOverlays(): void {
    const overlays = this.#overlays;
    const health = this.#agedHealth;
    for (const overlay of overlays.all) {
      const { id } = overlay;
      const state = overlays.state(overlay, health, this.#now);
      showOverlay(overlay, overlays.isShown(id), state, overlays.symbols(id), (symbol) =>
        this.inspector.showSymbol(symbol),
      );
    }
    summarise(overlays.all.filter(({ id }) => overlays.isShown(id)).map(({ name }) => name));
    this.#notify();
  }

  #setSites(sites: Site[]): void {
    const summaryOf = (site: Site) => `${site.id} ${site.status} ${site.tilts.join()}`;
    const changed = sites.map(summaryOf).join() !== this.#sites.map(summaryOf).join();
    this.#sites = sites;
    if (!changed) return;
    setSites(sites);
    showSites(this.#map, this.#sources, sites, this.#view.site);
    if (this.#layer) showView(this.#view, this.#layer, this.#site);
  }

  #notify(): void {
    const layers = [this.#layer, this.#under].filter((layer) => layer !== undefined);
    const shown = this.#overlays.all.filter(({ id }) => this.#overlays.isShown(id));
    const health = this.#agedHealth;
    const isUnreliable = (overlay: Overlay) => this.#overlays.state(overlay, health, this.#now).isUnreliable;
    const notices = noticesOf(
      health,
      layers.map(({ family }) => family),
    );
    const others: (Notice | undefined | false)[] = [
      notices.every(({ kind }) => kind === 'simulated') && this.#oldImage(),
      health && unreliable(shown.filter(isUnreliable).map(({ name }) => name)),
      this.#layer?.family === 'nexrad' && silentSite(this.#view.site, this.#site, this.#now),
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
    return oldImage(layer.name, newest.at, layer.cadenceSeconds, this.#now);
  }

  /** Shows a changed view. */
  async #showView(): Promise<void> {
    const layer = this.#layer;
    if (!layer) return; // the layers are not loaded yet
    if (layer.family === 'nexrad') this.#approachSite();
    this.inspector.close();
    showView(this.#view, layer, this.#site);
    showSites(this.#map, this.#sources, this.#sites, layer.family === 'nexrad' ? this.#view.site : '');
    const view = this.#view;
    this.loop.fade(view.opacity / 100);
    const legend = layer.legend(view).then((legend) => void (this.#isStill(view) && showLegend(legend)));
    this.#notify();
    await Promise.all([legend, this.#refresh(), this.#updateMotion(layer)]);
  }

  /** Chooses the nearest online radar if none is chosen, and moves the map to it. */
  #approachSite(): void {
    const center = this.#map.getCenter();
    const distance = ({ lat, lon }: Site) => Math.hypot(lat - center.lat, (lon - center.lng) * 0.8);
    const online = this.#sites
      .filter(({ status }) => status === 'online')
      .toSorted((a, b) => distance(a) - distance(b));
    const chosen = this.#site ?? online[0] ?? this.#sites[0];
    if (!chosen) return;
    this.#view = { ...this.#view, site: chosen.id };
    this.#link();
    const isVisible = this.#map.getBounds().contains([chosen.lon, chosen.lat]);
    if (isVisible && this.#map.getZoom() >= 5) return;
    this.#map.easeTo({ center: [chosen.lon, chosen.lat], zoom: Math.max(siteZoom, this.#map.getZoom()) });
  }

  async #updateMotion(layer: Layer): Promise<void> {
    const site = this.#site;
    if (layer.id !== 'nexrad/srm' || !site) return;
    const view = this.#view;
    const query = { site: site.id, product: 'srm', lat: site.lat, lon: site.lon, ...sweepQuery('srm', view) };
    const { storm_motion: motion } = await dataOf(client.get('/nexrad/{site}/{product}/point', query));
    if (!this.#isStill(view)) return;
    const origin = view.motion
      ? 'as entered'
      : motion === '0/0'
        ? 'no warning nearby'
        : 'of the strongest warning nearby';
    showMotion(motion ? `Storm motion: ${motion} kt, ${origin}` : '');
  }

  async #refresh(): Promise<void> {
    const [view, layer, under] = [this.#view, this.#layer, this.#under];
    if (!layer) return;
    const request = ++this.#framesRequest;
    const [frames, below] = await Promise.all([layer.frames(view), under?.frames(view) ?? []]);
    // The view has changed in the meantime, or the frames have been requested again.
    if (!this.#isStill(view) || request !== this.#framesRequest) return;
    this.#framesAt = performance.now();
    const before = this.#framesSubject === subjectOf(view) ? this.loop.frames.at(-1) : undefined;
    this.#framesSubject = subjectOf(view);
    this.loop.setUnder(below);
    this.loop.setFrames(frames, this.#indexIn(frames, layer), layer.framesPerSecond);
    if (before) this.#listFrame(before, layer);
  }

  /** The index of the frame at the time of the view. Without a time it is the current frame, unless the loop plays. */
  #indexIn(frames: Frame[], layer: Layer): number {
    if (this.#view.time) {
      const wanted = momentOf(this.#view.time).getTime();
      const distance = ({ at }: Frame) => Math.abs(at.getTime() - wanted);
      const [best] = frames.map((_, i) => i).toSorted((a, b) => distance(frames[a]) - distance(frames[b]));
      if (best !== undefined && distance(frames[best]) <= nearMs) return best;
    }
    const same = frames.findIndex(({ key }) => key === this.loop.frame?.key);
    return this.loop.playing && same >= 0 ? same : layer.current(frames, this.#now);
  }

  #isStill(view: View): boolean {
    return subjectOf(view) === subjectOf(this.#view);
  }

  /** Called when the loop shows another frame, starts or stops. */
  #moved(): void {
    const { loop } = this;
    showTime(loop, this.#now);
    const { frame } = loop;
    if (!frame || !this.#layer) return;
    const isNow = loop.playing || loop.index === this.#layer.current(loop.frames, this.#now);
    this.#view = { ...this.#view, time: isNow ? '' : frame.stamp };
    this.#link();
  }

  #updateLoading(): void {
    element('loading').hidden = this.#layers.length > 0 && this.loop.ready;
  }

  #link(): void {
    const hash = writeView(this.#view, location.hash);
    if (hash !== location.hash) history.replaceState(history.state, '', hash);
  }
}

/** The part of the view that selects images, without their time. */
function subjectOf({ layer, under, palette, site, tilt, motion }: View): string {
  return [layer, under, palette, site, tilt, motion].join();
}
