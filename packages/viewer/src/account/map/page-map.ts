import type { FeatureCollection } from 'geojson';
import { Map as MapView, NavigationControl, setWorkerUrl, type LngLat } from 'maplibre-gl';
import 'maplibre-gl/dist/maplibre-gl.css';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url';
import { basemap, loadOutlines, type Outlines } from '../../basemap.ts';
import { addDetail } from '../../detail/add-detail.ts';
import type { Place } from '../../layers/layer.ts';
import type { Overlay } from '../../overlays/overlay.ts';
import { setShapes } from '../../shapes.ts';
import { followSystemTheme, themeNow } from '../../theme.ts';
import type { Bounds } from '@severe/geo';

/** Layers of one source on a map of a page. */
export type Drawn = Pick<Overlay, 'id' | 'layers'>;

let outlines: Promise<Outlines> | undefined;

/** A map in a page of forms: the base map, what the page draws on it, and a place that is picked on it. */
export class PageMap {
  readonly view: MapView;
  readonly #sources: Outlines['sources'];

  /**
   * Draws a map and waits until it can be used. `data-label` of the container says how to use it.
   *
   * @param drawn the first is drawn on top
   * @param pick  called with a place that is clicked or tapped, or with the centre when Enter is pressed
   * @throws {Error} if the browser has no WebGL
   */
  static async open(container: HTMLElement, drawn: Drawn[], pick: (place: Place) => void): Promise<PageMap> {
    container.setAttribute('aria-busy', 'true');
    setWorkerUrl(workerUrl);
    const { sources } = await (outlines ??= loadOutlines());
    const map = new PageMap(container, { ...sources }, drawn);
    await map.view.once('load');
    map.view.on('click', ({ lngLat }) => pick(placeOf(lngLat)));
    map.view.getCanvas().addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault(); // it would send the form
      pick(placeOf(map.view.getCenter()));
    });
    container.setAttribute('aria-busy', 'false');
    return map;
  }

  /** `open` waits until the map can be used. */
  constructor(container: HTMLElement, sources: Outlines['sources'], drawn: Drawn[]) {
    this.#sources = sources;
    this.view = new MapView({
      container,
      style: basemap(themeNow(), sources, drawn),
      center: [-97.5, 38],
      zoom: 3,
      minZoom: 1.5,
      maxZoom: 14,
      attributionControl: { compact: true },
      cooperativeGestures: matchMedia('(pointer: coarse)').matches, // one finger scrolls the page
      doubleClickZoom: false, // two clicks are two places
      dragRotate: false,
      pitchWithRotate: false,
    });
    this.view.touchZoomRotate.disableRotation();
    this.view.addControl(new NavigationControl({ showCompass: false }), 'top-right');
    void this.view.once('load').then(() => addDetail(this.view, sources, () => basemap(themeNow(), sources, drawn)));
    this.view.getCanvas().setAttribute('aria-label', container.dataset['label'] ?? 'Map');
    followSystemTheme((theme) => this.view.setStyle(basemap(theme, this.#sources, drawn)));
  }

  /** Draws features in a source. */
  draw(source: string, features: FeatureCollection['features']): void {
    const data: FeatureCollection = { type: 'FeatureCollection', features };
    this.#sources[source] = { type: 'geojson', data };
    setShapes(this.view, source, data);
  }

  /** Moves the map so that a box is visible. */
  fit(bounds: Bounds): void {
    this.view.resize(); // it may have been hidden
    this.view.fitBounds(bounds, { padding: 40, maxZoom: 9, animate: false });
  }
}

/** Degrees with four decimals, about 10 m. A map that was moved around the world counts on beyond 180. */
function placeOf({ lng, lat }: LngLat): Place {
  return { lat: Number(lat.toFixed(4)), lon: Number(lng.toFixed(4)) };
}
