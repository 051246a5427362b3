import type { Geometry } from 'geojson';
import type { Map as MapView } from 'maplibre-gl';
import { element, isRoomy } from './elements.ts';
import type { Frame, Layer, Place, Reading } from './layers/layer.ts';
import type { Loop } from './loop.ts';
import type { MapSymbol, Description } from './overlays/overlay.ts';
import type { Overlays } from './overlays/overlays.ts';
import { showPointer } from './panel.ts';
import { PlacePopup } from './place-popup.ts';
import { readout, type LayerReading } from './readout.ts';
import { utcTime } from './times.ts';
import type { View } from './view.ts';

/** The visible layers with their frames, and the view. */
interface VisibleLayers {
  layers: [Layer | undefined, Frame | undefined][];
  view: View;
}

/** Shows what is drawn at a place, and the values there. */
export class Inspector {
  readonly #map: MapView;
  readonly #loop: Loop;
  readonly #overlays: Overlays;
  readonly #visible: () => VisibleLayers;
  readonly #stop: () => void;
  readonly #popup: PlacePopup;
  #hovered: Place | undefined;

  /** @param stop ends the playing of the loop, whose time is none: what is asked of a place is asked of now */
  constructor(map: MapView, loop: Loop, overlays: Overlays, visible: () => VisibleLayers, stop: () => void) {
    this.#map = map;
    this.#popup = new PlacePopup(map);
    this.#loop = loop;
    this.#overlays = overlays;
    this.#visible = visible;
    this.#stop = stop;
  }

  /** Shows a popup for a place. */
  async show(place: Place): Promise<void> {
    await this.#open(place, this.#symbolsAt(place));
  }

  /** Whether a symbol of an overlay is drawn at a place. */
  isSymbolAt(place: Place): boolean {
    return this.#symbolsAt(place).length > 0;
  }

  /** Moves the map to a symbol, and shows its popup. */
  showSymbol(symbol: MapSymbol): void {
    element<HTMLDetailsElement>('overlays').open &&= isRoomy();
    const { bounds, middle } = extentOf(symbol.geometry);
    this.#map.fitBounds(bounds, { padding: 80, maxZoom: 9 });
    void this.#open(middle, [symbol, ...(symbol.also ?? [])]);
  }

  /** Shows the values under the pointer in the panel; `undefined` if it is not on the map. */
  async hover(place: Place | undefined): Promise<void> {
    this.#hovered = place;
    showPointer(''); // the text is of another place
    const { frame } = this.#loop;
    if (!place || !frame || this.#loop.playing || this.#popup.isOpen) return;
    const readings = await this.#readings(place);
    if (place === this.#hovered && frame === this.#loop.frame)
      showPointer(readings.map(({ reading }) => reading.text).join(' · '));
  }

  /** Closes the popup; true if it was open. */
  close(): boolean {
    return this.#popup.close();
  }

  #symbolsAt({ lon, lat }: Place): Description[] {
    return this.#overlays.at(this.#map.project([lon, lat]));
  }

  async #open(place: Place, descriptions: Description[]): Promise<void> {
    if (!this.#loop.frame && descriptions.length === 0) return;
    this.#stop();
    const where = { lat: Number(place.lat.toFixed(4)), lon: Number(place.lon.toFixed(4)) };
    const { box, setReadings } = readout(`${where.lat}, ${where.lon}`, descriptions);
    this.#popup.open(where, box);
    setReadings(await this.#readings(where));
  }

  #readings(place: Place): Promise<LayerReading[]> {
    const { layers, view } = this.#visible();
    const pairs = layers.filter((pair): pair is [Layer, Frame] => pair[0] !== undefined && pair[1] !== undefined);
    return Promise.all(
      pairs.map(async ([layer, frame]) => ({
        name: layer.name,
        when: utcTime(frame.at),
        reading: await layer.read(place, frame, view).catch((): Reading => ({ text: 'The service does not respond' })),
      })),
    );
  }
}

/** The bounding box of a geometry, and its centre. */
function extentOf(geometry: Geometry): { bounds: [number, number, number, number]; middle: Place } {
  const points = 'coordinates' in geometry ? ((geometry.coordinates as unknown[]).flat(Infinity) as number[]) : [];
  const [lons, lats] = [0, 1].map((odd) => points.filter((_, i) => i % 2 === odd));
  const [west, south, east, north] = [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
  return { bounds: [west, south, east, north], middle: { lat: (south + north) / 2, lon: (west + east) / 2 } };
}
