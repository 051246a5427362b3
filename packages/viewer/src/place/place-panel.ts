import type { Map as MapView, SourceSpecification } from 'maplibre-gl';
import { element } from '../elements.ts';
import type { Place } from '../layers/layer.ts';
import { drawPlace, drawStatus, paragraph, titleOf } from './draw-place.ts';
import { loadPlace, preferencesOf, type Preferences } from './load-place.ts';
import { placeOfHash, withPlace } from './place-link.ts';
import { drawShapes } from './storm-shapes.ts';
import { words } from './words.ts';

/** An open panel is loaded again after this. */
const refreshMs = 30_000;
/** A link is texts to be copied for this long. */
const copiedMs = 3000;

const parts = {
  panel: element('place-panel'),
  title: element('place-title'),
  status: element('place-status'),
  body: element('place-body'),
  share: element<HTMLButtonElement>('place-share'),
  close: element<HTMLButtonElement>('place-close'),
};

/** The panel of a place: what the weather means there. The place is part of the link. */
export class PlacePanel {
  readonly #map: MapView;
  readonly #sources: Record<string, SourceSpecification>;
  #place: Place | undefined;
  /** Number of the last request: an answer to an earlier one is not shown. */
  #request = 0;

  /** @param sources sources of the map style; shapes are stored there for the next style */
  constructor(map: MapView, sources: Record<string, SourceSpecification>) {
    this.#map = map;
    this.#sources = sources;
    const texts = words[this.#preferences.lang];
    parts.panel.lang = this.#preferences.lang;
    parts.share.textContent = texts.share;
    parts.close.setAttribute('aria-label', texts.close);
    parts.close.addEventListener('click', () => this.close());
    parts.share.addEventListener('click', () => void this.#share());
    setInterval(() => void (document.hidden || this.#load()), refreshMs);
    window.addEventListener('hashchange', () => this.openLinked());
  }

  /** Opens the place of the link, if it has one. */
  openLinked(): void {
    const linked = placeOfHash(location.hash);
    if (linked && (linked.lat !== this.#place?.lat || linked.lon !== this.#place.lon)) this.open(linked);
  }

  /** Opens the panel for a place and loads what is known there. */
  open({ lat, lon }: Place): void {
    this.#place = { lat: Number(lat.toFixed(4)), lon: Number(lon.toFixed(4)) };
    this.#link();
    parts.panel.hidden = false;
    parts.title.textContent = this.#where;
    parts.status.replaceChildren();
    parts.body.replaceChildren(paragraph(words[this.#preferences.lang].loading, 'quiet'));
    parts.panel.scrollTop = 0;
    drawShapes(this.#map, this.#sources, this.#place);
    void this.#load();
  }

  /** Loads what is shown again, in other units. */
  renew(): void {
    if (this.#place) this.open(this.#place);
  }

  /** Closes the panel; true if it was open. */
  close(): boolean {
    const wasOpen = this.#place !== undefined;
    this.#place = undefined;
    this.#request++;
    parts.panel.hidden = true;
    drawShapes(this.#map, this.#sources, undefined);
    this.#link();
    return wasOpen;
  }

  get #preferences(): Preferences {
    return preferencesOf(navigator.languages);
  }

  get #where(): string {
    return this.#place ? `${this.#place.lat}, ${this.#place.lon}` : '';
  }

  async #load(): Promise<void> {
    const place = this.#place;
    if (!place) return;
    const request = ++this.#request;
    const answers = await loadPlace(place, this.#preferences);
    if (request !== this.#request) return; // closed, or another place
    parts.title.textContent = titleOf(answers, this.#where);
    parts.status.replaceChildren(...drawStatus(answers, this.#preferences));
    parts.body.replaceChildren(...drawPlace(answers, this.#preferences));
    drawShapes(this.#map, this.#sources, place, answers);
  }

  #link(): void {
    const hash = withPlace(location.hash, this.#place);
    if (hash !== location.hash) history.replaceState(history.state, '', hash || location.pathname);
  }

  /** Shares the link by the dialogue of the device, else copies it. */
  async #share(): Promise<void> {
    const texts = words[this.#preferences.lang];
    const { href } = location;
    if (typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches) {
      await navigator.share({ title: parts.title.textContent ?? '', url: href }).catch(() => {}); // closed by the reader
      return;
    }
    const isCopied = await navigator.clipboard.writeText(href).then(
      () => true,
      () => false, // not allowed: the address bar has the link
    );
    if (!isCopied) return;
    parts.share.textContent = texts.copied;
    setTimeout(() => (parts.share.textContent = texts.share), copiedMs);
  }
}
