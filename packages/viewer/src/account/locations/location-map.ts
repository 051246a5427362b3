import type { Bounds } from '@severe/geo';
import type { Place } from '../../layers/layer.ts';
import type { SavedPlace } from '../../saved-places/load-saved-places.ts';
import { lookOfStatus, savedPlaceLayers } from '../../saved-places/status-look.ts';
import { make } from '../build.ts';
import type { PageMap } from '../map/page-map.ts';

/** Degrees around the only saved location. */
const margin = 1.5;

/** The map of saved locations: a dot for each in the colour of its status, and the place that is picked for a new one. */
export class LocationMap {
  readonly #map: PageMap;
  #isFitted = false;

  /** Without WebGL, the page says so and works without the map. */
  static async open(container: HTMLElement, pick: (place: Place) => void): Promise<LocationMap | undefined> {
    const { PageMap } = await import('../map/page-map.ts');
    const picked = {
      id: 'picked',
      layers: [
        {
          id: 'picked edge',
          type: 'circle',
          source: 'picked',
          paint: { 'circle-radius': 10, 'circle-color': '#ffffff' },
        },
        {
          id: 'picked dot',
          type: 'circle',
          source: 'picked',
          paint: { 'circle-radius': 7, 'circle-color': '#1257a8' },
        },
      ],
    } as const;
    const drawn = [
      { ...picked, layers: [...picked.layers] },
      { id: 'places', layers: savedPlaceLayers('places') },
    ];
    try {
      return new LocationMap(await PageMap.open(container, drawn, pick));
    } catch {
      container.replaceChildren(
        make('p', ['The map cannot be drawn: this browser has no WebGL.'], { className: 'quiet' }),
      );
      return undefined;
    }
  }

  constructor(map: PageMap) {
    this.#map = map;
  }

  /** Draws the saved locations; the first time, moves the map to them. */
  showPlaces(places: (Pick<SavedPlace, 'location'> & Partial<SavedPlace>)[]): void {
    this.#map.draw(
      'places',
      places.map(({ location: { lat, lon, name }, status = 'unknown' }) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lon, lat] },
        properties: { label: name, ...lookOfStatus(status) },
      })),
    );
    if (this.#isFitted || places.length === 0) return;
    this.#isFitted = true;
    const [lons, lats] = [places.map(({ location }) => location.lon), places.map(({ location }) => location.lat)];
    this.#map.fit([
      Math.min(...lons) - margin,
      Math.max(-85, Math.min(...lats) - margin),
      Math.max(...lons) + margin,
      Math.min(85, Math.max(...lats) + margin),
    ] satisfies Bounds);
  }

  /** Shows the place that is picked, or none. */
  showPicked(place: Place | undefined): void {
    this.#map.draw(
      'picked',
      place
        ? [{ type: 'Feature', geometry: { type: 'Point', coordinates: [place.lon, place.lat] }, properties: {} }]
        : [],
    );
    if (place && !this.#map.view.getBounds().contains([place.lon, place.lat])) {
      this.#map.view.jumpTo({ center: [place.lon, place.lat], zoom: Math.max(7, this.#map.view.getZoom()) });
    }
  }
}
