import { t } from './language.ts';
import { effect, signal, untracked } from '@preact/signals-core';
import type { Geometry } from 'geojson';
import type { Map as MapView } from 'maplibre-gl';
import { element, isRoomy } from './elements.ts';
import type { Place, Reading } from './layers/layer.ts';
import type { MapSymbol, Description } from './overlays/overlay.ts';
import type { Overlays } from './overlays/overlays.ts';
import type { PageState, Picture } from './page-state.ts';
import { showPointer } from './panel.ts';
import { PlacePopup } from './place-popup.ts';
import { createReadout, type LayerReading, type Readout } from './readout.ts';
import { unitSystem } from './units.ts';

/** A place that the reader asks about. */
interface Asked {
  place: Place;
  readout: Readout;
  /** What the reader has chosen from a list; else what is drawn at the place is described. */
  listed: Description[] | undefined;
  /** Whether its values were requested before. */
  isRead: boolean;
}

/** Values of other frames are requested when the reader has stayed at one for this long. */
const restMs = 300;

const unanswered = t`The service does not respond`;

/** Shows what is drawn at a place, and the values there, at the time of the page. */
export class Inspector {
  readonly #map: MapView;
  readonly #state: PageState;
  readonly #overlays: Overlays;
  readonly #popup: PlacePopup;
  readonly #asked = signal<Asked | undefined>(undefined);
  readonly #hovered = signal<Place | undefined>(undefined);
  /** The popup whose values the service did not give. */
  #unanswered: Asked | undefined;

  constructor(map: MapView, state: PageState, overlays: Overlays) {
    this.#map = map;
    this.#state = state;
    this.#overlays = overlays;
    this.#popup = new PlacePopup(map, () => (this.#asked.value = undefined));
    effect(() => {
      if (state.isPlaying.value) this.#asked.value = undefined; // a loop has every time
    });
    effect(() => {
      const asked = this.#asked.value;
      if (asked) untracked(() => this.#popup.open(asked.place, asked.readout.box));
      else this.#popup.close();
    });
    effect(() => {
      void state.drawn.value;
      unitSystem();
      untracked(() => this.#forget());
    });
    map.on('sourcedata', ({ sourceId, isSourceLoaded }) => {
      if (!this.#asked.peek() || !isSourceLoaded || !overlays.isShown(sourceId)) return;
      map.once('render', () => this.#describe());
      map.triggerRepaint();
    });
    effect(() => {
      const [asked, pictures] = [this.#asked.value, state.pictures.value];
      unitSystem();
      if (asked) untracked(() => void this.#read(asked, pictures, asked.isRead ? restMs : 0));
    });
    effect(() => {
      void state.now.value; // it is looked at again and again
      const asked = this.#unanswered;
      if (asked) untracked(() => void this.#read(asked, state.pictures.value, 0));
    });
    effect(() => this.#point());
  }

  /** Shows a popup for a place. */
  show(place: Place): void {
    this.#ask(place);
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
    this.#ask(middle, [symbol, ...(symbol.also ?? [])]);
  }

  /** Shows the values under the pointer in the panel; `undefined` if it is not on the map. */
  hover(place: Place | undefined): void {
    this.#hovered.value = place;
  }

  /** Closes the popup; true if it was open. */
  close(): boolean {
    const wasOpen = this.#popup.isOpen;
    this.#asked.value = undefined;
    return wasOpen;
  }

  /** What is asked of a place is asked of the time of the page. A loop that plays has none: it ends at now. */
  #ask({ lat, lon }: Place, listed?: Description[]): void {
    const { isPlaying, drawn, frame } = this.#state;
    const place = { lat: Number(lat.toFixed(4)), lon: Number(lon.toFixed(4)) };
    const isDrawn = !isPlaying.peek() || drawn.peek() === undefined; // else it is drawn soon
    if (isPlaying.peek()) this.#state.chooseNow();
    const described = listed ?? (isDrawn ? this.#symbolsAt(place) : []);
    if (!frame.peek() && described.length === 0) return;
    const readout = createReadout(`${place.lat}, ${place.lon}`);
    readout.describe(described);
    this.#asked.value = { place, readout, listed, isRead: false };
  }

  #symbolsAt({ lon, lat }: Place): Description[] {
    return this.#overlays.at(this.#map.project([lon, lat]));
  }

  /** Describes what is drawn at the place. */
  #describe(): void {
    const asked = this.#asked.peek();
    if (asked && !asked.listed) asked.readout.describe(this.#symbolsAt(asked.place));
  }

  /** Removes what was drawn at another moment, or is described in other units. */
  #forget(): void {
    const asked = this.#asked.peek();
    if (!asked) return;
    asked.listed = undefined;
    asked.readout.describe([]);
  }

  /** @param waitMs wait before the values are requested: the reader may step on to another frame */
  async #read(asked: Asked, pictures: readonly Picture[], waitMs: number): Promise<void> {
    const isStill = () => this.#asked.peek() === asked && this.#state.pictures.peek() === pictures;
    this.#unanswered = undefined;
    asked.isRead = true;
    asked.readout.read(undefined);
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    if (!isStill()) return;
    const readings = await this.#readings(asked.place, pictures);
    if (!isStill()) return;
    asked.readout.read(readings);
    if (readings.some(({ reading }) => reading.text === unanswered)) this.#unanswered = asked;
  }

  /** Shows the values under the pointer. */
  #point(): void {
    const { isPlaying, pictures } = this.#state;
    const place = this.#hovered.value;
    const read = pictures.value;
    unitSystem();
    showPointer(''); // the text was of another place or time
    if (!place || read.length === 0 || isPlaying.value || this.#asked.value) return;
    void this.#readings(place, read).then((readings) => {
      if (place !== this.#hovered.peek() || read !== pictures.peek()) return;
      showPointer(readings.map(({ reading }) => reading.text).join(' · '));
    });
  }

  #readings(place: Place, pictures: readonly Picture[]): Promise<LayerReading[]> {
    const view = this.#state.view.peek();
    return Promise.all(
      pictures.map(async ([layer, frame]) => ({
        name: layer.name,
        at: frame.at,
        reading: await layer.read(place, frame, view).catch((): Reading => ({ text: unanswered })),
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
