import { Popup, type Map as MapView, type SourceSpecification } from 'maplibre-gl';
import { alertColours, alertsAt, showAlerts } from './alerts.ts';
import { element } from './elements.ts';
import { loadLayers } from './layers/index.ts';
import type { Frame, Layer, Place, Reading } from './layers/layer.ts';
import { sweepQuery } from './layers/nexrad.ts';
import { Loop } from './loop.ts';
import { missingPictures, noticesOf, showNotices, silentSite, type Notice } from './notices.ts';
import { mayLieOver, offer, offerSites, showLegend, showMotion, showPointer, showView } from './panel.ts';
import type { Pictures } from './pictures.ts';
import { showTime } from './player.ts';
import { readout, type Told } from './readout.ts';
import { service, type Alert, type Health, type Site } from './service.ts';
import { showSites } from './sites.ts';
import { momentOf, utcTime } from './times.ts';
import { readView, writeView, type View } from './view.ts';

const refreshMs = 20_000;

/** A link to a time shows the nearest frame, if it is as near as this. */
const nearMs = 30 * 60_000;

/** From this zoom on the picture of a single radar is worth looking at. */
const siteZoom = 6.5;

/** What is looked at: the view, its layers and their frames kept fresh, and the values at places. */
export class Screen {
  readonly loop: Loop;
  readonly #map: MapView;
  readonly #sources: Record<string, SourceSpecification>;
  readonly #pictures: Pictures;
  readonly #popup = new Popup({ closeButton: true, maxWidth: '18rem' });
  #view = readView(location.hash);
  #layers: Layer[] = [];
  #sites: Site[] = [];
  #alerts: Alert[] = [];
  #health: Health | undefined;
  #glanced: Place | undefined;
  /** How far the service's clock is ahead of ours. */
  #aheadMs = 0;

  /** @param sources of the style of the map, which keeps the radars */
  constructor(map: MapView, sources: Record<string, SourceSpecification>, pictures: Pictures) {
    this.#map = map;
    this.#sources = sources;
    this.#pictures = pictures;
    this.loop = new Loop(
      map,
      () => pictures.plenty,
      () => this.#moved(),
    );
    // Blank must not pass for clear: it is said while pictures are on their way, unless they come at once.
    map.on('idle', () => this.#tellLoading());
    setInterval(() => this.#tellLoading(), 700);
    window.addEventListener('hashchange', () => this.change(readView(location.hash)));
  }

  async keepFresh(): Promise<void> {
    await this.#tick();
    setInterval(() => void this.#tick(), refreshMs);
  }

  /** Looks at something else. */
  change(part: Partial<View>): void {
    const before = this.#view;
    this.#view = { ...before, ...part };
    this.#link();
    this.loop.fade(this.#view.opacity / 100);
    if (before.warnings !== this.#view.warnings) this.#showAlerts();
    if (subjectOf(before) !== subjectOf(this.#view) || before.time !== this.#view.time) {
      void this.#look().catch(() => this.#tick());
    }
  }

  /** Looks at a single radar, with the product that was looked at last. */
  chooseSite(id: string): void {
    const product = this.#view.layer.startsWith('nexrad/') ? this.#view.layer : 'nexrad/reflectivity';
    this.change({ layer: product, site: id });
  }

  /** Tells the values at a place. */
  async read(place: Place): Promise<void> {
    if (!this.loop.frame) return;
    this.loop.pause(); // the value belongs to this picture
    const where = { lat: Number(place.lat.toFixed(4)), lon: Number(place.lon.toFixed(4)) };
    this.#popup.setLngLat(where).setHTML('…').addTo(this.#map);
    this.#popup.setDOMContent(
      readout(`${where.lat}, ${where.lon}`, await this.#told(where), alertsAt(this.#map, where)),
    );
  }

  /** Tells the values under the mouse, where there is room for such questions; `undefined` where it is nowhere. */
  async glance(place: Place | undefined): Promise<void> {
    this.#glanced = place;
    showPointer(''); // what was told was told of another place
    if (!place) return;
    const { frame } = this.loop;
    if (!frame || this.loop.playing || !this.#pictures.plenty || this.#popup.isOpen()) return;
    const told = await this.#told(place);
    if (place === this.#glanced && frame === this.loop.frame)
      showPointer(told.map(({ reading }) => reading.text).join(' · '));
  }

  #told(place: Place): Promise<Told[]> {
    const seen: [Layer | undefined, Frame | undefined][] = [
      [this.#layer, this.loop.frame],
      [this.#under, this.loop.under],
    ];
    const there = seen.filter((pair): pair is [Layer, Frame] => pair[0] !== undefined && pair[1] !== undefined);
    return Promise.all(
      there.map(async ([layer, frame]) => ({
        name: layer.name,
        when: utcTime(frame.at),
        reading: await layer
          .read(place, frame, this.#view)
          .catch((): Reading => ({ text: 'The service does not answer' })),
      })),
    );
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
      const [health, { sites }, { features }] = await Promise.all([
        service.health(),
        service.sites(),
        service.alerts(Object.keys(alertColours)),
      ]);
      this.#aheadMs = Date.parse(health.time) - Date.now();
      this.#health = health;
      this.#alerts = features;
      this.#showAlerts();
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
      showNotices(element('notices'), noticesOf(undefined)); // the next tick tries again
    }
  }

  #showAlerts(): void {
    showAlerts(this.#map, this.#sources, this.#view.warnings === 'on' ? this.#alerts : []);
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
    const notices = noticesOf(this.#health, [
      ...layers.map(({ family }) => family),
      ...(this.#view.warnings === 'on' ? (['alerts'] as const) : []),
    ]);
    const { latest } = this.#site ?? {};
    const also: (Notice | undefined | false)[] = [
      this.#layer?.family === 'nexrad' && silentSite(this.#view.site, latest ? momentOf(latest) : undefined, this.#now),
      this.#pictures.takeMissing() > 0 && missingPictures,
    ];
    if (also[1]) this.loop.reload();
    showNotices(element('notices'), [...notices, ...also.filter((notice) => notice instanceof Object)]);
  }

  /** Shows the view, which is another than before. */
  async #look(): Promise<void> {
    const layer = this.#layer;
    if (!layer) return; // nothing is known yet
    if (layer.family === 'nexrad') this.#approachSite();
    this.#popup.remove();
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
    const query = { lat: site.lat, lon: site.lon, ...sweepQuery('srm', view) };
    const { storm_motion: motion } = await service.sweepPoint(site.id, 'srm', query);
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
    element('loading').hidden = this.loop.ready;
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
