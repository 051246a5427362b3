import { addHappening } from './just-now.ts';
import { newestOf, type Frame, type Layer } from './layers/layer.ts';
import type { Loop } from './loop.ts';
import { momentOf } from './times.ts';
import type { View } from './view.ts';

/** Families whose frames show a measurement of their time; a model run does not. */
export const measuredFamilies: ReadonlySet<string> = new Set(['radar', 'nexrad', 'satellite']);

/** A link to a time shows the nearest frame within this distance. */
const nearMs = 30 * 60_000;

/** What is shown: the view, its layer and the layer below it. */
export interface Shown {
  view: View;
  layer: Layer | undefined;
  under: Layer | undefined;
  /** The layer of the second pane. */
  beside: Layer | undefined;
}

/** Loads the frames of what is shown into the loop. */
export class FrameLoader {
  readonly #loop: Loop;
  readonly #shown: Readonly<Shown>;
  readonly #now: () => number;
  /** Time of the last successful request, of `performance.now()`. */
  #loadedAt = -Infinity;
  /** The part of the view that the frames are of. */
  #subject = '';
  /** The picture on the map: frames of another are removed before they can be taken for it. */
  #picture = '';
  /** The picture in the second pane. */
  #beside = '';
  /** Number of the last request. */
  #request = 0;

  /** @param now the time on the clock of the service */
  constructor(loop: Loop, shown: Readonly<Shown>, now: () => number) {
    this.#loop = loop;
    this.#shown = shown;
    this.#now = now;
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
    return subjectOf(view) === subjectOf(this.#shown.view);
  }

  /** Whether the frames of the chosen picture are in the loop. */
  get isCurrent(): boolean {
    const { view } = this.#shown;
    return this.#picture === pictureOf(view) && this.#beside === besideOf(view);
  }

  /** Removes the frames of other pictures than the chosen ones. */
  removeOthers(): void {
    this.expire(); // if the request of the chosen ones fails, the next poll tries again
    const { view } = this.#shown;
    if (this.#beside !== besideOf(view)) {
      this.#beside = '';
      this.#loop.setBeside([]);
    }
    if (this.#picture === pictureOf(view)) return;
    this.#picture = '';
    this.#loop.clear();
  }

  async load(): Promise<void> {
    const { view, layer, under, beside } = this.#shown;
    if (!layer) return;
    const request = ++this.#request;
    const [frames, below, others] = await Promise.all(
      [layer, under, beside].map((each) => each?.frames(view) ?? Promise.resolve([])),
    );
    // The view has changed in the meantime, or the frames have been requested again.
    if (!this.isStill(view) || request !== this.#request) return;
    this.#loadedAt = performance.now();
    const before = this.#subject === subjectOf(view) ? newestOf(this.#loop.frames) : undefined;
    this.#subject = subjectOf(view);
    this.#picture = pictureOf(view);
    this.#loop.setUnder(below);
    if (!beside || this.#loop.hasSecondMap) {
      this.#beside = besideOf(view);
      this.#loop.setBeside(others);
    }
    this.#loop.setFrames(frames, this.#indexIn(frames, layer), layer.framesPerSecond);
    if (before) this.#listNew(before, layer);
  }

  /** The index of the frame to show: that of the view, unless the loop plays or shows the next hour. */
  #indexIn(frames: Frame[], layer: Layer): number {
    const { view } = this.#shown;
    const { frame, playing } = this.#loop;
    const same = frames.findIndex(({ key, stamp, isExtrapolated }) =>
      frame?.isExtrapolated ? isExtrapolated && stamp === frame.stamp : key === frame?.key,
    );
    const stays = playing || frame?.isExtrapolated;
    return stays && !view.time && same >= 0 ? same : firstIndex(frames, layer, view, this.#now());
  }

  /** Lists a new frame among what has just happened. */
  #listNew(before: Frame, layer: Layer): void {
    const newest = newestOf(this.#loop.frames);
    if (!measuredFamilies.has(layer.family) || !newest || newest.at <= before.at) return;
    const text = `${layer.name}: image of ${newest.at.toISOString().slice(11, 16)}Z`;
    addHappening({ key: 'frame', text, at: new Date(this.#now()) });
  }
}

/** The index of the frame that a view begins with: the nearest to its time, or the current one. @param now on the clock of the service */
export function firstIndex(frames: Frame[], layer: Pick<Layer, 'current'>, { time }: View, now: number): number {
  const wanted = time ? momentOf(time).getTime() : NaN;
  const distance = ({ at }: Frame) => Math.abs(at.getTime() - wanted);
  const [best] = frames.map((_, i) => i).toSorted((a, b) => distance(frames[a]) - distance(frames[b]));
  return best !== undefined && distance(frames[best]) <= nearMs ? best : layer.current(frames, now);
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
