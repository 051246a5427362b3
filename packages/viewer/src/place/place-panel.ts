import { effect, signal } from '@preact/signals-core';
import type { Map as MapView, SourceSpecification } from 'maplibre-gl';
import { element, onPage } from '../elements.ts';
import { t } from '../language.ts';
import type { Place } from '../layers/layer.ts';
import type { PageState } from '../page-state.ts';
import { unitSystem } from '../units.ts';
import { drawPast } from './draw-past.ts';
import { drawPlace, drawStatus, paragraph } from './draw-place.ts';
import { loadPast, type RecordsSince } from './load-past.ts';
import { loadPlace, type PlaceAnswers } from './load-place.ts';
import { drawShapes } from './storm-shapes.ts';

/** An open panel is loaded again after this. */
const refreshMs = 30_000;
/** The past is requested when the reader has stayed at a time for this long. */
const restMs = 500;
/** A link is texts to be copied for this long. */
const copiedMs = 3000;

const parts = onPage({
  panel: () => element('place-panel'),
  title: () => element('place-title'),
  status: () => element('place-status'),
  body: () => element('place-body'),
  share: () => element<HTMLButtonElement>('place-share'),
  close: () => element<HTMLButtonElement>('place-close'),
});

/** The panel of the chosen place: what the weather means there, at the time of the page. */
export class PlacePanel {
  readonly #map: MapView;
  readonly #sources: Record<string, SourceSpecification>;
  readonly #state: PageState;
  readonly #recordsSince: RecordsSince;
  /** The storm of the place as it is now, once it is loaded. */
  readonly #storm = signal<PlaceAnswers | undefined>(undefined);
  /** Number of the last request: an answer to an earlier one is not shown. */
  #request = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  /** Whether all is shown that was known at a time of the past, which does not change. */
  #isComplete = false;

  /**
   * @param sources sources of the map style; shapes are stored there for the next style
   * @param recordsSince since when the list of a source knows its past
   */
  constructor(
    map: MapView,
    state: PageState,
    sources: Record<string, SourceSpecification>,
    recordsSince: RecordsSince,
  ) {
    this.#map = map;
    this.#sources = sources;
    this.#state = state;
    this.#recordsSince = recordsSince;
    parts.close.addEventListener('click', () => this.close());
    parts.share.addEventListener('click', () => void this.#share());
    effect(() => {
      unitSystem();
      this.#open(state.place.value, state.past.value);
    });
    effect(() => this.#drawShapes());
    setInterval(() => void (document.hidden || this.#isComplete || this.#load()), refreshMs);
  }

  /** Opens the panel for a place. */
  open({ lat, lon }: Place): void {
    this.#state.place.value = { lat: Number(lat.toFixed(4)), lon: Number(lon.toFixed(4)) };
  }

  /** Closes the panel; true if it was open. */
  close(): boolean {
    const wasOpen = this.#state.place.peek() !== undefined;
    this.#state.place.value = undefined;
    return wasOpen;
  }

  /** Shows the panel for another place, time or units: until the answers are there, those of before are not shown. */
  #open(place: Place | undefined, past: number | undefined): void {
    clearTimeout(this.#rest);
    this.#request++;
    this.#isComplete = false;
    this.#storm.value = undefined;
    parts.panel.hidden = place === undefined;
    if (!place) return;
    parts.title.textContent = nameOf(place);
    parts.status.replaceChildren();
    parts.body.replaceChildren(paragraph(t`Loading what is known here…`, 'quiet'));
    parts.panel.scrollTop = 0;
    this.#rest = setTimeout(() => void this.#load(), past === undefined ? 0 : restMs);
  }

  async #load(): Promise<void> {
    const [place, past] = [this.#state.place.peek(), this.#state.past.peek()];
    if (!place) return;
    const request = ++this.#request;
    const shown = past === undefined ? await this.#now(place) : await this.#past(place, past);
    if (request !== this.#request) return; // closed, or of another place or time
    parts.title.textContent = shown.title;
    parts.status.replaceChildren(...shown.status);
    parts.body.replaceChildren(...shown.body);
    this.#storm.value = shown.storm;
    this.#isComplete = shown.isComplete;
  }

  async #now(place: Place): Promise<Content> {
    const answers = await loadPlace(place);
    return {
      title: answers.summary?.place.label ?? nameOf(place),
      status: drawStatus(answers),
      body: drawPlace(answers),
      storm: answers,
      isComplete: false,
    };
  }

  async #past(place: Place, moment: number): Promise<Content> {
    const answers = await loadPast(place, moment, this.#recordsSince);
    return {
      title: answers.names?.label ?? nameOf(place),
      status: [],
      body: drawPast(answers, () => this.#state.chooseNow()),
      storm: undefined,
      isComplete: !answers.isPartial,
    };
  }

  /** Draws the place, and its storm where the map shows now. */
  #drawShapes(): void {
    const { place, drawn } = this.#state;
    const storm = drawn.value === undefined ? this.#storm.value : undefined;
    drawShapes(this.#map, this.#sources, place.value, storm);
  }

  /** Shares the link by the dialogue of the device, else copies it. */
  async #share(): Promise<void> {
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
    parts.share.textContent = t`Link copied`;
    setTimeout(() => (parts.share.textContent = t`Share`), copiedMs);
  }
}

/** What the panel shows. */
interface Content {
  title: string;
  status: HTMLElement[];
  body: HTMLElement[];
  storm: PlaceAnswers | undefined;
  isComplete: boolean;
}

function nameOf({ lat, lon }: Place): string {
  return `${lat}, ${lon}`;
}
