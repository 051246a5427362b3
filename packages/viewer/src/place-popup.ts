import { Popup, type Map as MapView } from 'maplibre-gl';
import { element } from './elements.ts';
import { freeArea, shiftInto, type Rectangle } from './free-area.ts';
import type { Place } from './layers/layer.ts';

/** Space around the popup, in pixels. */
const gap = 8;

/** Width of the narrowest popup, in pixels. */
const leastWidth = 180;

/** Height of the tip of the popup, in pixels. */
const tip = 10;

/** What a popup must not be under. */
const covers = ['panel', 'player', 'place-panel'];

/** The popup of a place: in the part of the map that no panel covers, until the reader closes it. */
export class PlacePopup {
  readonly #map: MapView;
  readonly #popup = new Popup({ closeButton: true, closeOnClick: false, maxWidth: '20rem' });
  /** Told when the content grows, or a panel opens beside it. */
  readonly #resized = new ResizeObserver(() => this.#arrange());
  /** What had the focus before. */
  #before: Element | null = null;

  /** @param closed called after the reader or the page has closed it */
  constructor(map: MapView, closed: () => void) {
    this.#map = map;
    this.#popup.on('close', () => {
      this.#closed();
      closed();
    });
  }

  get isOpen(): boolean {
    return this.#popup.isOpen();
  }

  /** Opens it, or moves the open one. */
  open(place: Place, content: HTMLElement): void {
    if (!this.isOpen) this.#before = document.activeElement;
    this.#popup.setLngLat(place).setDOMContent(content);
    if (!this.isOpen) this.#popup.addTo(this.#map);
    this.#resized.disconnect();
    for (const each of [content, ...covers.map((id) => element(id))]) this.#resized.observe(each);
  }

  /** Closes it; true if it was open. */
  close(): boolean {
    const wasOpen = this.isOpen;
    this.#popup.remove();
    return wasOpen;
  }

  #closed(): void {
    this.#resized.disconnect();
    const hasFocus = () => document.activeElement !== null && document.activeElement !== document.body;
    if (!hasFocus()) (this.#before as HTMLElement | null)?.focus();
    if (!hasFocus()) this.#map.getCanvas().focus();
  }

  /** Limits the popup to the visible part of the map, and moves the map if it is not within. */
  #arrange(): void {
    if (!this.isOpen) return;
    const all = rectangleOf(this.#map.getContainer());
    const rectangles = covers.map((id) => rectangleOf(element(id))).filter(({ left, right }) => right > left);
    const free = inset(freeArea(all, rectangles), gap);
    this.#map.getContainer().style.setProperty('--popup-room', `${Math.max(80, free.bottom - free.top - 2 * tip)}px`);
    this.#popup.setMaxWidth(`min(20rem, ${Math.max(leastWidth, free.right - free.left)}px)`);
    this.#popup.setPadding({
      top: free.top - all.top,
      right: all.right - free.right,
      bottom: all.bottom - free.bottom,
      left: free.left - all.left,
    });
    if (this.#map.isMoving()) return void this.#map.once('moveend', () => this.#arrange());
    const { x, y } = shiftInto(rectangleOf(this.#popup.getElement()), free);
    if (x !== 0 || y !== 0) this.#map.panBy([-x, -y], { duration: 250 });
  }
}

/** The place of an element; the sides of a `DOMRect` are not its own properties. */
function rectangleOf(of: HTMLElement): Rectangle {
  const { left, top, right, bottom } = of.getBoundingClientRect();
  return { left, top, right, bottom };
}

function inset({ left, top, right, bottom }: Rectangle, by: number): Rectangle {
  return { left: left + by, top: top + by, right: right - by, bottom: bottom - by };
}
