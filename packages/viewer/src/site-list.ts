import { effect } from '@preact/signals-core';
import type { Map as MapView, SourceSpecification } from 'maplibre-gl';
import type { PageState } from './page-state.ts';
import { client, dataOf, type Site } from './service.ts';
import { showSites } from './sites.ts';

/** Zoom at which a single radar is shown. */
const siteZoom = 6.5;

/** The single radars: their list, their markers, and the way to one of them. */
export class SiteList {
  readonly #map: MapView;
  readonly #state: PageState;
  /** Time of the last successful request, of `performance.now()`. */
  #loadedAt = -Infinity;

  /** @param sources sources of the map style; the markers are stored there for the next style */
  constructor(map: MapView, state: PageState, sources: Record<string, SourceSpecification>) {
    this.#map = map;
    this.#state = state;
    effect(() => {
      const chosen = state.hasSweep.value ? state.view.value.site : '';
      showSites(map, sources, state.sites.value, chosen);
    });
  }

  /** Milliseconds since the last response. */
  get ageMs(): number {
    return performance.now() - this.#loadedAt;
  }

  /** Makes the next poll load it. */
  expire(): void {
    this.#loadedAt = -Infinity;
  }

  async load(): Promise<void> {
    const { sites } = await dataOf(client.get('/nexrad/sites'));
    this.#loadedAt = performance.now();
    const summaryOf = (site: Site) => `${site.id} ${site.status} ${site.tilts.join()}`;
    const known = this.#state.sites.peek();
    if (sites.map(summaryOf).join() !== known.map(summaryOf).join()) this.#state.sites.value = sites;
  }

  /** This radar, or the nearest online one. */
  orNearest(id: string): Site | undefined {
    const center = this.#map.getCenter();
    const distance = ({ lat, lon }: Site) => Math.hypot(lat - center.lat, (lon - center.lng) * 0.8);
    const sites = this.#state.sites.peek();
    const online = sites.filter(({ status }) => status === 'online').toSorted((a, b) => distance(a) - distance(b));
    return this.#state.siteOf(id) ?? online[0] ?? sites[0];
  }

  /** Moves the map to a radar that is not visible, or too small. */
  approach({ lat, lon }: Site): void {
    const isVisible = this.#map.getBounds().contains([lon, lat]);
    if (isVisible && this.#map.getZoom() >= 5) return;
    this.#map.easeTo({ center: [lon, lat], zoom: Math.max(siteZoom, this.#map.getZoom()) });
  }
}
