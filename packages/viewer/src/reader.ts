import type { Geometry } from 'geojson';
import { Popup, type Map as MapView } from 'maplibre-gl';
import { element, isRoomy } from './elements.ts';
import type { Frame, Layer, Place, Reading } from './layers/layer.ts';
import type { Loop } from './loop.ts';
import type { Mark, Words } from './overlays/overlay.ts';
import type { Overlays } from './overlays/overlays.ts';
import { showPointer } from './panel.ts';
import { readout, type Told } from './readout.ts';
import { utcTime } from './times.ts';
import type { View } from './view.ts';

/** What is seen, as far as a value can be asked of it. */
export interface Seen {
  layers: [Layer | undefined, Frame | undefined][];
  view: View;
}

/** Tells what is drawn at a place, and the values there. */
export class Reader {
  readonly #map: MapView;
  readonly #loop: Loop;
  readonly #overlays: Overlays;
  readonly #seen: () => Seen;
  readonly #popup = new Popup({ closeButton: true, maxWidth: '20rem' });
  #glanced: Place | undefined;

  constructor(map: MapView, loop: Loop, overlays: Overlays, seen: () => Seen) {
    this.#map = map;
    this.#loop = loop;
    this.#overlays = overlays;
    this.#seen = seen;
  }

  /** In a popup, for a place that was pointed at. */
  async read(place: Place): Promise<void> {
    await this.#tell(place, this.#overlays.at(this.#map.project([place.lon, place.lat])));
  }

  /** Shows where a mark is, and what it is. */
  point(mark: Mark): void {
    element<HTMLDetailsElement>('overlays').open &&= isRoomy();
    const { bounds, middle } = extentOf(mark.geometry);
    this.#map.fitBounds(bounds, { padding: 80, maxZoom: 9 });
    void this.#tell(middle, [mark, ...(mark.also ?? [])]);
  }

  /** In the panel, for a place under the mouse; `undefined` where it is nowhere. */
  async glance(place: Place | undefined): Promise<void> {
    this.#glanced = place;
    showPointer(''); // what was told was told of another place
    const { frame } = this.#loop;
    if (!place || !frame || this.#loop.playing || this.#popup.isOpen()) return;
    const told = await this.#told(place);
    if (place === this.#glanced && frame === this.#loop.frame)
      showPointer(told.map(({ reading }) => reading.text).join(' · '));
  }

  /** Tells nothing more; true where something was told. */
  forget(): boolean {
    const wasOpen = this.#popup.isOpen();
    this.#popup.remove();
    return wasOpen;
  }

  async #tell(place: Place, words: Words[]): Promise<void> {
    if (!this.#loop.frame && words.length === 0) return;
    this.#loop.pause(); // the value belongs to this picture
    const where = { lat: Number(place.lat.toFixed(4)), lon: Number(place.lon.toFixed(4)) };
    const { box, tell } = readout(`${where.lat}, ${where.lon}`, words);
    this.#popup.setLngLat(where).setDOMContent(box).addTo(this.#map);
    tell(await this.#told(where));
  }

  #told(place: Place): Promise<Told[]> {
    const { layers, view } = this.#seen();
    const there = layers.filter((pair): pair is [Layer, Frame] => pair[0] !== undefined && pair[1] !== undefined);
    return Promise.all(
      there.map(async ([layer, frame]) => ({
        name: layer.name,
        when: utcTime(frame.at),
        reading: await layer.read(place, frame, view).catch((): Reading => ({ text: 'The service does not answer' })),
      })),
    );
  }
}

/** The box of a geometry, and its middle. */
function extentOf(geometry: Geometry): { bounds: [number, number, number, number]; middle: Place } {
  const points = 'coordinates' in geometry ? ((geometry.coordinates as unknown[]).flat(Infinity) as number[]) : [];
  const [lons, lats] = [0, 1].map((odd) => points.filter((_, i) => i % 2 === odd));
  const [west, south, east, north] = [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
  return { bounds: [west, south, east, north], middle: { lat: (south + north) / 2, lon: (west + east) / 2 } };
}
