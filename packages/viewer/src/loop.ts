import type { Map as MapView } from 'maplibre-gl';
import { belowBorders, belowWeather } from './basemap.ts';
import type { Frame } from './layers/layer.ts';
import { Track } from './track.ts';

/** How long the last frame stands before the loop begins again. */
const restMs = 1200;

/** How often it is looked whether a frame has come. */
const pollMs = 100;

/** Moves through the frames of a layer; what lies under it follows. */
export class Loop {
  readonly #over: Track;
  readonly #under: Track;
  readonly #changed: () => void;
  #at = 0;
  #framesPerSecond = 4;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param mayPreload whether frames that are not shown yet may be fetched
   * @param changed    is told whenever another frame is shown, or the loop starts or stops
   */
  constructor(map: MapView, mayPreload: () => boolean, changed: () => void) {
    this.#over = new Track(map, belowBorders);
    this.#under = new Track(map, belowWeather);
    this.#changed = changed;
    map.on('idle', () => void (mayPreload() && (this.#over.preload() || this.#under.preload())));
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

  /** The frame that is seen under the layer. */
  get under(): Frame | undefined {
    return this.#under.shown;
  }

  /** Whether all that is shown is there. */
  get ready(): boolean {
    const { frame, under } = this;
    return (!frame || this.#over.isReady(frame)) && (!under || this.#under.isReady(under));
  }

  get playing(): boolean {
    return this.#timer !== undefined;
  }

  /** Shows other frames. What both have in common stays on the map. */
  setFrames(frames: Frame[], at: number, framesPerSecond: number): void {
    this.#over.set(frames);
    this.#framesPerSecond = framesPerSecond;
    this.show(at);
  }

  setUnder(frames: Frame[]): void {
    this.#under.set(frames);
    this.#under.show(newestBy(frames, this.frame));
  }

  /** @param opacity of the layer, 0 to 1; what lies under it is not faded */
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

  /** Puts the frames back after the style of the map was replaced, or after some of them could not be had. */
  reload(): void {
    this.#under.reload();
    this.#over.reload();
  }

  /** Whether a frame and what lies under it are there; one that is not would look like a moment without weather. */
  #prepare(index: number): boolean {
    const frame = this.frames[index];
    const below = newestBy(this.#under.frames, frame);
    const over = frame !== undefined && this.#over.prepare(frame);
    return (!below || this.#under.prepare(below)) && over;
  }

  #wait(): number {
    return this.#at === this.frames.length - 1 ? restMs : 1000 / this.#framesPerSecond;
  }
}

/** What was last seen when the other frame was. */
function newestBy(frames: Frame[], other: Frame | undefined): Frame | undefined {
  return frames.findLast(({ at }) => !other || at <= other.at) ?? frames[0];
}
