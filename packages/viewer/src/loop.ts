import type { Map as MapView } from 'maplibre-gl';
import { belowBorders, belowWeather } from './basemap.ts';
import { savesData } from './data-saver.ts';
import { last, newestOf, type Frame } from './layers/layer.ts';
import { Track } from './track.ts';

/** Pause at the last frame, and at the newest measured one. */
const pauseMs = 1200;

/** Interval of checks whether a frame is loaded. */
const pollMs = 100;

/**
 * Frames that are fetched at the same time. The map draws itself again for every image that arrives; for several frames it
 * does so hardly more often than for one.
 */
const batch = 10;

/** Plays the frames of a layer, and of the layer below it and that of the second pane at the same time. */
export class Loop {
  readonly #over: Track;
  readonly #under: Track;
  /** On the map of the second pane. */
  #beside: Track | undefined;
  readonly #changed: () => void;
  #at = 0;
  #opacity = 1;
  #framesPerSecond = 4;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param changed called when another frame is shown, or the loop starts or stops */
  constructor(map: MapView, changed: () => void) {
    this.#over = new Track(map, belowBorders);
    this.#under = new Track(map, belowWeather);
    this.#changed = changed;
    map.on('idle', () => this.#preload());
  }

  /** Adds the map of the second pane. */
  addMap(map: MapView): void {
    const beside = (this.#beside = new Track(map, belowBorders));
    beside.fade(this.#opacity);
    map.on('idle', () => this.#preload());
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

  /** The visible frame of the second pane. */
  get beside(): Frame | undefined {
    return this.#beside?.shown;
  }

  /** Whether there is a second map. */
  get hasSecondMap(): boolean {
    return this.#beside !== undefined;
  }

  /** Whether the frame with this key is visible. */
  isShown(key: string): boolean {
    return this.#tracks.some(({ shown }) => shown?.key === key);
  }

  /** The time that is shown, in milliseconds. */
  get shownAt(): number {
    return this.frame?.at.getTime() ?? 0;
  }

  /** Whether everything visible is loaded. */
  get ready(): boolean {
    const { frame, under, beside } = this;
    const isReady = (track: Track | undefined, shown: Frame | undefined) => !shown || track?.isReady(shown) === true;
    return isReady(this.#over, frame) && isReady(this.#under, under) && isReady(this.#beside, beside);
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

  setBeside(frames: Frame[]): void {
    this.#beside?.set(frames);
    this.#beside?.show(newestBy(frames, this.frame));
  }

  /** @param opacity opacity of the layers of both panes, 0 to 1; the layer below is not changed */
  fade(opacity: number): void {
    this.#opacity = opacity;
    this.#over.fade(opacity);
    this.#beside?.fade(opacity);
  }

  show(index: number): void {
    this.#at = Math.max(0, Math.min(this.frames.length - 1, index));
    this.#over.show(this.frame);
    this.#under.show(newestBy(this.#under.frames, this.frame));
    this.#beside?.show(newestBy(this.#beside.frames, this.frame));
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
      this.#preload();
      const index = this.#nextReady();
      if (index !== undefined) this.show(index);
      this.#timer = setTimeout(next, index === undefined ? pollMs : this.#wait());
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
    for (const track of this.#tracks) track.reload(ids);
  }

  /** Adds frames to the map that may be shown next, once those that it has are loaded. */
  #preload(): void {
    if (!this.playing && savesData()) return;
    const from = this.playing ? newestOf(this.frames) : this.frame;
    for (const track of this.#tracks) if (!track.isLoading) track.preload(batch, from ? from.at.getTime() : 0);
  }

  /** The next frame that is loaded, with those below and beside it. A missing frame would look like a time without weather. */
  #nextReady(): number | undefined {
    const { frames } = this;
    const inTurn = frames.map((_, i) => (this.#at + 1 + i) % frames.length).slice(0, -1);
    return inTurn.find((index) =>
      this.#tracks.every((track) => {
        const frame = track === this.#over ? frames[index] : newestBy(track.frames, frames[index]);
        return !frame || track.isReady(frame);
      }),
    );
  }

  get #tracks(): Track[] {
    return [this.#over, this.#under, this.#beside].filter((track) => track !== undefined);
  }

  #wait(): number {
    const isEnd = this.#at === this.frames.length - 1 || this.#at === last(this.frames);
    return isEnd ? pauseMs : 1000 / this.#framesPerSecond;
  }
}

/** The newest frame that is not later than the other one. */
function newestBy(frames: Frame[], other: Frame | undefined): Frame | undefined {
  return frames.findLast(({ at }) => !other || at <= other.at) ?? frames[0];
}
