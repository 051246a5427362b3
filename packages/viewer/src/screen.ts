import type { Map as MapView, SourceSpecification } from 'maplibre-gl';
import { element } from './elements.ts';
import { loadLayers } from './layers/index.ts';
import type { Frame, Layer, Place } from './layers/layer.ts';
import { sweepQuery } from './layers/nexrad.ts';
import { Loop } from './loop.ts';
import { listOverlays, showOverlay, summarise } from './overlay-panel.ts';
import { unreliable, missingImages, noticesOf, oldImage, showNotices, silentSite, type Notice } from './notices.ts';
import type { Overlay } from './overlays/overlay.ts';
import { Overlays } from './overlays/overlays.ts';
import { mayHaveClouds, setLayers, setSites, showLegend, showMotion, showView } from './panel.ts';
import type { TileImages } from './tile-images.ts';
import { showTime } from './player.ts';
import { Inspector } from './inspector.ts';
import { client, dataOf, type Health, type Site } from './service.ts';
import { showSites } from './sites.ts';
import { momentOf } from './times.ts';
import { readView, writeView, type View } from './view.ts';

const refreshMs = 20_000;

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
  #view = readView(location.hash);
  #layers: Layer[] = [];
  #sites: Site[] = [];
  #health: Health | undefined;
  /** Offset of the clock of the service. */
  #aheadMs = 0;

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
    this.#overlays = new Overlays(map, sources, overlays, () => this.#updateOverlays());
    this.inspector = new Inspector(map, this.loop, this.#overlays, () => ({
      layers: [
        [this.#layer, this.loop.frame],
        [this.#under, this.loop.under],
      ],
      view: this.#view,
    }));
    listOverlays(overlays, (ids) => this.change({ over: ids.join() || 'none' }));
    map.on('moveend', () => this.#health && this.#overlays.refresh(this.#now));
    // Blank must not be mistaken for clear: a message is shown while images are loading.
    map.on('idle', () => this.#updateLoading());
    setInterval(() => this.#updateLoading(), 700);
    window.addEventListener('hashchange', () => this.change(readView(location.hash)));
  }

  async startRefreshing(): Promise<void> {
    await this.#tick();
    // A hidden page is not refreshed; it is refreshed when it becomes visible.
    const tick = () => void (document.hidden || this.#tick());
    setInterval(tick, refreshMs);
    document.addEventListener('visibilitychange', tick);
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

  async #tick(): Promise<void> {
    try {
      const [health, { sites }] = await Promise.all([
        dataOf(client.get('/meta/health')),
        dataOf(client.get('/nexrad/sites')),
      ]);
      this.#aheadMs = Date.parse(health.time) - Date.now();
      this.#health = health;
      this.#showOverlays();
      this.#setSites(sites);
      this.#notify();
      if (this.#layers.length === 0) {
        this.#layers = await loadLayers((id) => this.#sites.find((site) => site.id === id));
        setLayers(this.#layers);
        await this.#showView();
      } else {
        await this.#refresh();
      }
    } catch {
      this.#health = undefined;
      this.#updateOverlays(); // the next tick tries again
    }
  }

  #showOverlays(): void {
    this.#overlays.show(this.#view.over.split(','), this.#now);
    this.#updateOverlays();
  }

  #updateOverlays(): void {
    const overlays = this.#overlays;
    for (const overlay of overlays.all) {
      const { id } = overlay;
      const state = overlays.state(overlay, this.#health, this.#now);
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
    const isUnreliable = (overlay: Overlay) => this.#overlays.state(overlay, this.#health, this.#now).isUnreliable;
    const notices = noticesOf(
      this.#health,
      layers.map(({ family }) => family),
    );
    const others: (Notice | undefined | false)[] = [
      notices.every(({ kind }) => kind === 'simulated') && this.#oldImage(),
      this.#health && unreliable(shown.filter(isUnreliable).map(({ name }) => name)),
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
    const [frames, below] = await Promise.all([layer.frames(view), under?.frames(view) ?? []]);
    if (!this.#isStill(view)) return; // the view has changed in the meantime
    this.loop.setUnder(below);
    this.loop.setFrames(frames, this.#indexIn(frames, layer), layer.framesPerSecond);
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
