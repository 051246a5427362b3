import { t } from './language.ts';
import { batch, signal } from '@preact/signals-core';
import { addHappening } from './just-now.ts';
import { newestOf, type Frame, type Layer } from './layers/layer.ts';
import type { PageState } from './page-state.ts';
import type { View } from './view.ts';

/** Families whose frames show a measurement of their time; a model run does not. */
export const measuredFamilies: ReadonlySet<string> = new Set(['radar', 'nexrad', 'satellite']);

/** Loads the frames of what is chosen. */
export class FrameLoader {
  readonly #state: PageState;
  /** Time of the last successful request, of `performance.now()`. */
  #loadedAt = -Infinity;
  /** The part of the view that the frames are of. */
  #subject = '';
  /** The picture on the map: frames of another are removed before they can be taken for it. */
  readonly #picture = signal('');
  /** The picture in the second pane. */
  readonly #beside = signal('');
  /** Number of the last request. */
  #request = 0;

  constructor(state: PageState) {
    this.#state = state;
  }

  /** Milliseconds since the last response. */
  get ageMs(): number {
    return performance.now() - this.#loadedAt;
  }

  /** Makes the next poll load them. */
  expire(): void {
    this.#loadedAt = -Infinity;
  }

  /** Whether a view selects the same images as the present one, at whatever time. */
  isStill(view: View): boolean {
    return subjectOf(view) === subjectOf(this.#state.view.peek());
  }

  /** Whether the frames of the chosen picture are loaded. */
  get isCurrent(): boolean {
    const view = this.#state.view.value;
    return this.#picture.value === pictureOf(view) && this.#beside.value === besideOf(view);
  }

  /** Removes the frames of other pictures than the chosen ones. */
  removeOthers(): void {
    this.expire(); // if the request of the chosen ones fails, the next poll tries again
    const view = this.#state.view.peek();
    const frames = this.#state.frames.peek();
    const isOther = this.#picture.peek() !== pictureOf(view);
    const isOtherBeside = this.#beside.peek() !== besideOf(view);
    if (!isOther && !isOtherBeside) return;
    batch(() => {
      if (isOther) this.#picture.value = '';
      if (isOtherBeside) this.#beside.value = '';
      const { over, under } = isOther ? { over: [], under: [] } : frames;
      this.#state.setFrames({ over, under, beside: isOtherBeside ? [] : frames.beside });
    });
  }

  async load(): Promise<void> {
    const { view, layer, under, beside, frame } = this.#state;
    const asked = view.peek();
    const chosen = layer.peek();
    if (!chosen) return;
    const request = ++this.#request;
    const wanted = frame.peek()?.isExtrapolated ? { ...asked, time: '' } : asked; // no measured frame has that time
    const [over, below, others] = await Promise.all(
      [chosen, under.peek(), beside.peek()].map((each) => each?.frames(wanted) ?? Promise.resolve([])),
    );
    // The view has changed in the meantime, or the frames have been requested again.
    if (!this.isStill(asked) || request !== this.#request) return;
    this.#loadedAt = performance.now();
    const before = this.#subject === subjectOf(asked) ? newestOf(this.#state.frames.peek().over) : undefined;
    this.#subject = subjectOf(asked);
    batch(() => {
      this.#picture.value = pictureOf(asked);
      this.#beside.value = besideOf(asked);
      this.#state.setFrames({ over, under: below, beside: others });
    });
    if (before) this.#listNew(before, chosen);
  }

  /** Lists a new frame among what has just happened. */
  #listNew(before: Frame, layer: Layer): void {
    const newest = newestOf(this.#state.frames.peek().over);
    if (!measuredFamilies.has(layer.family) || !newest || newest.at <= before.at) return;
    const text = t`${layer.name}: image of ${newest.at.toISOString().slice(11, 16)}Z`;
    addHappening({ key: 'frame', text, at: new Date(this.#state.now.peek()) });
  }
}

/** The part of the view that selects images, without their time. */
export function subjectOf(view: View): string {
  return [pictureOf(view), besideOf(view), view.hours].join();
}

/** The part of the view that decides what an image of one time looks like. */
function pictureOf({ layer, under, palette, smooth, site, tilt, motion }: View): string {
  return [layer, under, palette, smooth, site, tilt, motion].join();
}

/** The same for the second pane; empty without one. */
function besideOf({ beside, palette, smooth, site, tilt, motion }: View): string {
  return beside && [beside, palette, smooth, site, tilt, motion].join();
}
