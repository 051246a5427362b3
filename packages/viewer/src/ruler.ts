import { t } from './language.ts';
import { effect, untracked } from '@preact/signals-core';
import type { LayerSpecification, Map as MapView, SourceSpecification } from 'maplibre-gl';
import type { FeatureCollection } from 'geojson';
import { bearingDeg, destination, distanceM } from '@severe/geo';
import { element } from './elements.ts';
import type { Place } from './layers/layer.ts';
import { setShapes } from './shapes.ts';
import { quantity, unitSystem } from './units.ts';

const source = 'ruler';

/** Straight parts that draw a great circle. */
const parts = 32;

/** Map layers of the ruler. */
export const rulerLayers: { id: string; layers: LayerSpecification[] } = {
  id: source,
  layers: [
    { id: 'ruler edge', type: 'line', source, paint: { 'line-color': '#ffffff', 'line-width': 6 } },
    { id: 'ruler line', type: 'line', source, paint: { 'line-color': '#1257a8', 'line-width': 3 } },
    {
      id: 'ruler ends',
      type: 'circle',
      source,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 5,
        'circle-color': '#1257a8',
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 2,
      },
    },
  ],
};

/** Measures distance and bearing between two places of the map. */
export class Ruler {
  readonly #map: MapView;
  readonly #sources: Record<string, SourceSpecification>;
  readonly #button = element<HTMLButtonElement>('ruler');
  readonly #output = element('measured');
  #places: Place[] = [];
  #isOn = false;

  /** @param sources sources of the map style; the line is stored there for the next style */
  constructor(map: MapView, sources: Record<string, SourceSpecification>) {
    this.#map = map;
    this.#sources = sources;
    this.#button.addEventListener('click', () => this.turn(!this.#isOn));
    effect(() => {
      unitSystem();
      untracked(() => this.#isOn && this.#show(this.#places));
    });
    map.on('mousemove', ({ lngLat: { lat, lng: lon } }) => {
      if (this.#isOn && this.#places.length === 1) this.#show([this.#places[0], { lat, lon }]);
    });
  }

  /** Whether clicks on the map set its ends. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Starts or ends measuring; true if that is a change. */
  turn(isOn: boolean): boolean {
    const isChange = isOn !== this.#isOn;
    this.#isOn = isOn;
    this.#places = [];
    this.#button.setAttribute('aria-pressed', String(isOn));
    this.#output.hidden = !isOn;
    this.#show([]);
    return isChange;
  }

  /** Sets an end; after both are set, a new line begins. */
  set(place: Place): void {
    this.#places = this.#places.length === 1 ? [...this.#places, place] : [place];
    this.#show(this.#places);
  }

  #show(places: Place[]): void {
    const [from, to] = places;
    this.#output.textContent = to ? resultOf(from, to) : from ? t`Choose the other end.` : t`Choose two places.`;
    const data: FeatureCollection = {
      type: 'FeatureCollection',
      features: [
        ...(to ? [{ type: 'LineString' as const, coordinates: greatCircle(from, to) }] : []),
        ...places.map(({ lat, lon }) => ({ type: 'Point' as const, coordinates: [lon, lat] })),
      ].map((geometry) => ({ type: 'Feature', geometry, properties: {} })),
    };
    this.#sources[source] = { type: 'geojson', data };
    setShapes(this.#map, source, data);
  }
}

function resultOf(from: Place, to: Place): string {
  const km = distanceM(from, to) / 1000;
  const bearing = String(Math.round(bearingDeg(from, to)) % 360).padStart(3, '0');
  return t`${quantity(km, 'distance km', km < 100 ? 1 : 0)}, bearing ${bearing}°`;
}

function greatCircle(from: Place, to: Place): [number, number][] {
  const [bearing, metres] = [bearingDeg(from, to), distanceM(from, to)];
  return Array.from({ length: parts + 1 }, (_, i) => {
    const { lat, lon } = destination(from, bearing, (metres * i) / parts);
    return [lon, lat];
  });
}
