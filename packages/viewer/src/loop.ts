import type { Map as MapView } from 'maplibre-gl';
import { belowBorders, belowWeather } from './basemap.ts';
import type { Frame } from './layers/layer.ts';
import { Track } from './track.ts';

/** Pause at the last frame. */
const pauseMs = 1200;

/** Interval of checks whether a frame is loaded. */
const pollMs = 100;

/**
 * Frames that are fetched at the same time. The map draws itself again for every image that arrives; for several frames it
 * does so hardly more often than for one.
 */
const batch = 6;

/** Plays the frames of a layer, and of the layer below it at the same time. */
export class Loop {
  readonly #over: Track;
  readonly #under: Track;
  readonly #changed: () => void;
  #at = 0;
  #framesPerSecond = 4;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param mayPreload whether frames may be fetched before they are shown
   * @param changed    called when another frame is shown, or the loop starts or stops
   */
  constructor(map: MapView, mayPreload: () => boolean, changed: () => void) {
    this.#over = new Track(map, belowBorders);
    this.#under = new Track(map, belowWeather);
    this.#changed = changed;
    map.on('idle', () => {
      if (mayPreload()) [this.#over, this.#under].some((track) => track.preload(batch, this.playing));
    });
  }

  get frames(): Frame[] {
    return this.#over.frames;
  }

  get index(): number {
    return this.#at;
  }

  get frame(): Frame | undefined {
    return this.frames[this.#at];
  }

  /** The visible frame below the layer. */
  get under(): Frame | undefined {
    return this.#under.shown;
  }

  /** Whether everything visible is loaded. */
  get ready(): boolean {
    const { frame, under } = this;
    return (!frame || this.#over.isReady(frame)) && (!under || this.#under.isReady(under));
  }

  get playing(): boolean {
    return this.#timer !== undefined;
  }

  /** Replaces the frames. Frames in both lists stay on the map. */
  setFrames(frames: Frame[], at: number, framesPerSecond: number): void {
    this.#over.set(frames);
    this.#framesPerSecond = framesPerSecond;
    this.show(at);
  }

  /** Removes the frames, because they are not what was chosen. */
  clear(): void {
    this.#under.set([]);
    this.setFrames([], 0, this.#framesPerSecond);
  }

  setUnder(frames: Frame[]): void {
    this.#under.set(frames);
    this.#under.show(newestBy(frames, this.frame));
  }

  /** @param opacity opacity of the layer, 0 to 1; the layer below is not changed */
  fade(opacity: number): void {
    this.#over.fade(opacity);
  }

  show(index: number): void {
    this.#at = Math.max(0, Math.min(this.frames.length - 1, index));
    this.#over.show(this.frame);
    this.#under.show(newestBy(this.#under.frames, this.frame));
    this.#changed();
  }

  step(by: number): void {
    this.pause();
    const count = this.frames.length;
    if (count > 0) this.show((this.#at + by + count) % count);
  }

  play(): void {
    if (this.playing) return;
    const next = () => {
      const index = (this.#at + 1) % Math.max(1, this.frames.length);
      const ready = this.#prepare(index);
      if (ready) this.show(index);
      this.#timer = setTimeout(next, ready ? this.#wait() : pollMs);
    };
    this.#timer = setTimeout(next, this.#wait());
    this.#changed();
  }

  pause(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#changed();
  }

  /** Adds frames to the map again: those of these map sources after a failure, or all after a change of the style. */
  reload(ids?: ReadonlySet<string>): void {
    this.#under.reload(ids);
    this.#over.reload(ids);
  }

  /** Loads a frame and the one below it. A missing frame would look like a time without weather. */
  #prepare(index: number): boolean {
    const frame = this.frames[index];
    const below = newestBy(this.#under.frames, frame);
    const over = frame !== undefined && this.#over.prepare(frame);
    return (!below || this.#under.prepare(below)) && over;
  }

  #wait(): number {
    return this.#at === this.frames.length - 1 ? pauseMs : 1000 / this.#framesPerSecond;
  }
}

/** The newest frame that is not later than the other one. */
function newestBy(frames: Frame[], other: Frame | undefined): Frame | undefined {
  return frames.findLast(({ at }) => !other || at <= other.at) ?? frames[0];
}
