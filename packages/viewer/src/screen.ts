import type { Map as MapView, SourceSpecification } from 'maplibre-gl';
import { element } from './elements.ts';
import { loadLayers } from './layers/index.ts';
import type { Frame, Layer, Place } from './layers/layer.ts';
import { sweepQuery } from './layers/nexrad.ts';
import { Loop } from './loop.ts';
import { offerOverlays, showOverlay, summarise } from './marks-panel.ts';
import { doubtful, missingPictures, noticesOf, oldPicture, showNotices, silentSite, type Notice } from './notices.ts';
import type { Overlay } from './overlays/overlay.ts';
import { Overlays } from './overlays/overlays.ts';
import { mayLieOver, offer, offerSites, showLegend, showMotion, showView } from './panel.ts';
import type { Pictures } from './pictures.ts';
import { showTime } from './player.ts';
import { Reader } from './reader.ts';
import { client, dataOf, type Health, type Site } from './service.ts';
import { showSites } from './sites.ts';
import { momentOf } from './times.ts';
import { readView, writeView, type View } from './view.ts';

const refreshMs = 20_000;

/** A link to a time shows the nearest frame, if it is as near as this. */
const nearMs = 30 * 60_000;

/** From this zoom on the picture of a single radar is worth looking at. */
const siteZoom = 6.5;

/** What is looked at: the view, its layers and their frames kept fresh, and the values at places. */
export class Screen {
  readonly loop: Loop;
  readonly reader: Reader;
  readonly #map: MapView;
  readonly #sources: Record<string, SourceSpecification>;
  readonly #pictures: Pictures;
  readonly #overlays: Overlays;
  #view = readView(location.hash);
  #layers: Layer[] = [];
  #sites: Site[] = [];
  #health: Health | undefined;
  /** How far the service's clock is ahead of ours. */
  #aheadMs = 0;

  /** @param sources of the style of the map, which keeps the radars */
  constructor(map: MapView, sources: Record<string, SourceSpecification>, pictures: Pictures, overlays: Overlay[]) {
    this.#map = map;
    this.#sources = sources;
    this.#pictures = pictures;
    this.loop = new Loop(
      map,
      () => pictures.plenty,
      () => this.#moved(),
    );
    this.#overlays = new Overlays(map, sources, overlays, () => this.#tellOverlays());
    this.reader = new Reader(map, this.loop, this.#overlays, () => ({
      layers: [
        [this.#layer, this.loop.frame],
        [this.#under, this.loop.under],
      ],
      view: this.#view,
    }));
    offerOverlays(overlays, (ids) => this.change({ over: ids.join() || 'none' }));
    map.on('moveend', () => this.#health && this.#overlays.refresh(this.#now));
    // Blank must not pass for clear: it is said while pictures are on their way, unless they come at once.
    map.on('idle', () => this.#tellLoading());
    setInterval(() => this.#tellLoading(), 700);
    window.addEventListener('hashchange', () => this.change(readView(location.hash)));
  }

  async keepFresh(): Promise<void> {
    await this.#tick();
    // Nobody looks at a page that is hidden; when it is seen again, it must not be old.
    const tick = () => void (document.hidden || this.#tick());
    setInterval(tick, refreshMs);
    document.addEventListener('visibilitychange', tick);
  }

  /** Looks at something else. */
  change(part: Partial<View>): void {
    const before = this.#view;
    this.#view = { ...before, ...part };
    this.#link();
    this.loop.fade(this.#view.opacity / 100);
    if (before.over !== this.#view.over) this.#showOverlays();
    if (subjectOf(before) !== subjectOf(this.#view) || before.time !== this.#view.time) {
      void this.#look().catch(() => this.#tick());
    }
  }

  /** Looks at a single radar, with the product that was looked at last. */
  chooseSite(id: string): void {
    const product = this.#view.layer.startsWith('nexrad/') ? this.#view.layer : 'nexrad/reflectivity';
    this.change({ layer: product, site: id });
  }

  /** Tells the values under the mouse, where there is room for such questions. */
  async glance(place: Place | undefined): Promise<void> {
    await this.reader.glance(this.#pictures.plenty ? place : undefined);
  }

  get #layer(): Layer | undefined {
    return this.#layers.find(({ id }) => id === this.#view.layer) ?? this.#layers[0];
  }

  get #under(): Layer | undefined {
    const below = this.#layer && mayLieOver(this.#layer) ? this.#view.under : '';
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
      this.#take(sites);
      this.#notify();
      if (this.#layers.length === 0) {
        this.#layers = await loadLayers((id) => this.#sites.find((site) => site.id === id));
        offer(this.#layers);
        await this.#look();
      } else {
        await this.#refresh();
      }
    } catch {
      this.#health = undefined;
      this.#tellOverlays(); // the next tick tries again
    }
  }

  #showOverlays(): void {
    this.#overlays.show(this.#view.over.split(','), this.#now);
    this.#tellOverlays();
  }

  #tellOverlays(): void {
    const overlays = this.#overlays;
    for (const overlay of overlays.all) {
      const { id } = overlay;
      const state = overlays.state(overlay, this.#health, this.#now);
      showOverlay(overlay, overlays.isShown(id), state, overlays.marks(id), (mark) => this.reader.point(mark));
    }
    summarise(overlays.all.filter(({ id }) => overlays.isShown(id)).map(({ name }) => name));
    this.#notify();
  }

  #take(sites: Site[]): void {
    const told = (site: Site) => `${site.id} ${site.status} ${site.tilts.join()}`;
    const changed = sites.map(told).join() !== this.#sites.map(told).join();
    this.#sites = sites;
    if (!changed) return;
    offerSites(sites);
    showSites(this.#map, this.#sources, sites, this.#view.site);
    if (this.#layer) showView(this.#view, this.#layer, this.#site);
  }

  #notify(): void {
    const layers = [this.#layer, this.#under].filter((layer) => layer !== undefined);
    const shown = this.#overlays.all.filter(({ id }) => this.#overlays.isShown(id));
    const isDoubtful = (overlay: Overlay) => this.#overlays.state(overlay, this.#health, this.#now).isDoubtful;
    const notices = noticesOf(
      this.#health,
      layers.map(({ family }) => family),
    );
    const also: (Notice | undefined | false)[] = [
      notices.every(({ kind }) => kind === 'simulated') && this.#oldPicture(),
      this.#health && doubtful(shown.filter(isDoubtful).map(({ name }) => name)),
      this.#layer?.family === 'nexrad' && silentSite(this.#view.site, this.#site, this.#now),
      this.#pictures.takeMissing() > 0 && missingPictures,
    ];
    if (also.includes(missingPictures)) this.loop.reload();
    showNotices(element('notices'), [...notices, ...also.filter((notice) => notice instanceof Object)]);
  }

  /** What the health of the source does not tell: that this product of it is old. */
  #oldPicture(): Notice | undefined {
    const layer = this.#layer;
    const newest = this.loop.frames.at(-1);
    if (!layer?.cadenceSeconds || !newest?.key.startsWith(`${layer.id}/`) || this.#view.time) return undefined;
    return oldPicture(layer.name, newest.at, layer.cadenceSeconds, this.#now);
  }

  /** Shows the view, which is another than before. */
  async #look(): Promise<void> {
    const layer = this.#layer;
    if (!layer) return; // nothing is known yet
    if (layer.family === 'nexrad') this.#approachSite();
    this.reader.forget();
    showView(this.#view, layer, this.#site);
    showSites(this.#map, this.#sources, this.#sites, layer.family === 'nexrad' ? this.#view.site : '');
    const view = this.#view;
    this.loop.fade(view.opacity / 100);
    const legend = layer.legend(view).then((legend) => void (this.#isStill(view) && showLegend(legend)));
    this.#notify();
    await Promise.all([legend, this.#refresh(), this.#tellMotion(layer)]);
  }

  /** Chooses the nearest radar that is heard of where none was chosen, and comes near enough to see its picture. */
  #approachSite(): void {
    const center = this.#map.getCenter();
    const away = ({ lat, lon }: Site) => Math.hypot(lat - center.lat, (lon - center.lng) * 0.8);
    const heard = this.#sites.filter(({ status }) => status === 'online').toSorted((a, b) => away(a) - away(b));
    const chosen = this.#site ?? heard[0] ?? this.#sites[0];
    if (!chosen) return;
    this.#view = { ...this.#view, site: chosen.id };
    this.#link();
    const inSight = this.#map.getBounds().contains([chosen.lon, chosen.lat]);
    if (inSight && this.#map.getZoom() >= 5) return;
    this.#map.easeTo({ center: [chosen.lon, chosen.lat], zoom: Math.max(siteZoom, this.#map.getZoom()) });
  }

  async #tellMotion(layer: Layer): Promise<void> {
    const site = this.#site;
    if (layer.id !== 'nexrad/srm' || !site) return;
    const view = this.#view;
    const query = { site: site.id, product: 'srm', lat: site.lat, lon: site.lon, ...sweepQuery('srm', view) };
    const { storm_motion: motion } = await dataOf(client.get('/nexrad/{site}/{product}/point', query));
    if (!this.#isStill(view)) return;
    const whence = view.motion ? 'as given' : motion === '0/0' ? 'no warning is near' : 'of the strongest warning near';
    showMotion(motion ? `Taken away: ${motion} kt, ${whence}` : '');
  }

  async #refresh(): Promise<void> {
    const [view, layer, under] = [this.#view, this.#layer, this.#under];
    if (!layer) return;
    const [frames, below] = await Promise.all([layer.frames(view), under?.frames(view) ?? []]);
    if (!this.#isStill(view)) return; // another was chosen meanwhile
    this.loop.setUnder(below);
    this.loop.setFrames(frames, this.#indexIn(frames, layer), layer.framesPerSecond);
  }

  /** The frame of the time of the view; without one, that of now, unless the loop plays. */
  #indexIn(frames: Frame[], layer: Layer): number {
    if (this.#view.time) {
      const wanted = momentOf(this.#view.time).getTime();
      const away = ({ at }: Frame) => Math.abs(at.getTime() - wanted);
      const [best] = frames.map((_, i) => i).toSorted((a, b) => away(frames[a]) - away(frames[b]));
      if (best !== undefined && away(frames[best]) <= nearMs) return best;
    }
    const same = frames.findIndex(({ key }) => key === this.loop.frame?.key);
    return this.loop.playing && same >= 0 ? same : layer.current(frames, this.#now);
  }

  #isStill(view: View): boolean {
    return subjectOf(view) === subjectOf(this.#view);
  }

  /** The loop shows another frame, plays or stands. */
  #moved(): void {
    const { loop } = this;
    showTime(loop, this.#now);
    const { frame } = loop;
    if (!frame || !this.#layer) return;
    const isNow = loop.playing || loop.index === this.#layer.current(loop.frames, this.#now);
    this.#view = { ...this.#view, time: isNow ? '' : frame.stamp };
    this.#link();
  }

  #tellLoading(): void {
    element('loading').hidden = this.#layers.length > 0 && this.loop.ready;
  }

  #link(): void {
    const hash = writeView(this.#view, location.hash);
    if (hash !== location.hash) history.replaceState(history.state, '', hash);
  }
}

/** What decides which pictures are looked at, apart from their time. */
function subjectOf({ layer, under, palette, site, tilt, motion }: View): string {
  return [layer, under, palette, site, tilt, motion].join();
}
