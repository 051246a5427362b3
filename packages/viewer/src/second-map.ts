import { t } from './language.ts';
import { mapWords } from './map-words.ts';
import { Map as MapView, type StyleSpecification } from 'maplibre-gl';
import { wireCrossHair } from './cross-hair.ts';
import { element } from './elements.ts';
import { drawImages } from './overlays/images.ts';
import { setShapes } from './shapes.ts';

/** A map beside the first one that moves with it, and shows the same overlays. It is created when it is first needed. */
export class SecondMap {
  readonly #first: MapView;
  readonly #style: () => StyleSpecification;
  readonly #created: ((map: MapView) => void)[] = [];
  #map: Promise<MapView> | undefined;

  /** @param style the present style of the first map */
  constructor(first: MapView, style: () => StyleSpecification) {
    this.#first = first;
    this.#style = style;
  }

  /** Calls back with the map when it is loaded. */
  onCreated(then: (map: MapView) => void): void {
    this.#created.push(then);
  }

  /** The map, if it was ever shown. */
  get map(): Promise<MapView> | undefined {
    return this.#map;
  }

  /** Shows it. */
  open(): Promise<MapView> {
    element('second').hidden = false;
    document.body.classList.add('split');
    this.#first.resize(); // at once, so that the two are of one size
    this.#map ??= this.#create();
    void this.#map.then((map) => {
      map.resize();
      follow(map, this.#first);
    });
    return this.#map;
  }

  close(): void {
    element('second').hidden = true;
    document.body.classList.remove('split');
    this.#first.resize();
  }

  /** Draws it in the present style of the first map. */
  async restyle(): Promise<void> {
    const map = await this.#map;
    if (!map) return;
    map.setStyle(this.#style(), { diff: false });
    await map.once('styledata');
  }

  async #create(): Promise<MapView> {
    const first = this.#first;
    const map = new MapView({
      container: 'second-map',
      style: this.#style(),
      center: first.getCenter(),
      zoom: first.getZoom(),
      minZoom: first.getMinZoom(),
      maxZoom: first.getMaxZoom(),
      attributionControl: false, // the first map has it
      dragRotate: false,
      pitchWithRotate: false,
      locale: { ...mapWords, 'Map.Title': t`Second map` },
    });
    map.touchZoomRotate.disableRotation();
    map.on('error', ({ error }) => console.warn(error.message));
    drawImages(map);
    await map.once('style.load'); // not `load`, which waits for everything that is drawn
    moveTogether(first, map);
    copySources(first, map, () => this.#style().sources);
    wireCrossHair([first, map]);
    for (const then of this.#created) then(map);
    return map;
  }
}

function moveTogether(one: MapView, other: MapView): void {
  let isFollowing = false;
  for (const [from, to] of [
    [one, other],
    [other, one],
  ]) {
    from.on('move', () => {
      if (isFollowing || !document.body.classList.contains('split')) return;
      isFollowing = true; // the move of the other one is the answer to this
      follow(to, from);
      isFollowing = false;
    });
  }
}

function follow(map: MapView, leader: MapView): void {
  map.jumpTo({ center: leader.getCenter(), zoom: leader.getZoom() });
}

/** Draws on the second map what is drawn on the first: overlays, radars, the ruler, the chosen place. */
function copySources(first: MapView, second: MapView, sources: () => StyleSpecification['sources']): void {
  first.on('sourcedata', ({ sourceId, sourceDataType }) => {
    if (sourceDataType !== 'content') return;
    const source = sources()[sourceId];
    if (source?.type === 'geojson') setShapes(second, sourceId, source.data);
  });
}
