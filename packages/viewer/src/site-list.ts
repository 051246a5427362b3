import type { Map as MapView, SourceSpecification } from 'maplibre-gl';
import { setSites } from './panel.ts';
import { client, dataOf, type Site } from './service.ts';
import { showSites } from './sites.ts';

/** Zoom at which a single radar is shown. */
const siteZoom = 6.5;

/** The single radars: their list, their markers, and the way to one of them. */
export class SiteList {
  readonly #map: MapView;
  readonly #sources: Record<string, SourceSpecification>;
  #sites: Site[] = [];
  /** Time of the last successful request, of `performance.now()`. */
  #loadedAt = -Infinity;

  /** @param sources sources of the map style; the markers are stored there for the next style */
  constructor(map: MapView, sources: Record<string, SourceSpecification>) {
    this.#map = map;
    this.#sources = sources;
  }

  find(id: string): Site | undefined {
    return this.#sites.find((site) => site.id === id);
  }

  /** Milliseconds since the last response. */
  get ageMs(): number {
    return performance.now() - this.#loadedAt;
  }

  /** Makes the next poll load it. */
  expire(): void {
    this.#loadedAt = -Infinity;
  }

  /** Loads the list. @returns whether anything shown of it has changed */
  async load(): Promise<boolean> {
    const { sites } = await dataOf(client.get('/nexrad/sites'));
    this.#loadedAt = performance.now();
    const summaryOf = (site: Site) => `${site.id} ${site.status} ${site.tilts.join()}`;
    const changed = sites.map(summaryOf).join() !== this.#sites.map(summaryOf).join();
    this.#sites = sites;
    if (changed) setSites(sites);
    return changed;
  }

  /** Draws the markers. @param chosen id of the radar that is shown, or empty */
  draw(chosen: string): void {
    showSites(this.#map, this.#sources, this.#sites, chosen);
  }

  /** This radar, or the nearest online one. */
  orNearest(id: string): Site | undefined {
    const center = this.#map.getCenter();
    const distance = ({ lat, lon }: Site) => Math.hypot(lat - center.lat, (lon - center.lng) * 0.8);
    const online = this.#sites
      .filter(({ status }) => status === 'online')
      .toSorted((a, b) => distance(a) - distance(b));
    return this.find(id) ?? online[0] ?? this.#sites[0];
  }

  /** Moves the map to a radar that is not visible, or too small. */
  approach({ lat, lon }: Site): void {
    const isVisible = this.#map.getBounds().contains([lon, lat]);
    if (isVisible && this.#map.getZoom() >= 5) return;
    this.#map.easeTo({ center: [lon, lat], zoom: Math.max(siteZoom, this.#map.getZoom()) });
  }
}
