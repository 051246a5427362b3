import { effect } from '@preact/signals-core';
import type { Map as MapView } from 'maplibre-gl';
import { belowBorders, belowWeather } from './basemap.ts';
import { savesData } from './data-saver.ts';
import { last, newestBy, newestOf } from './layers/layer.ts';
import type { PageState } from './page-state.ts';
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

/** Draws the visible frames of the page: of the layer, the one below it and that of the second pane. It plays them. */
export class Loop {
  readonly #state: PageState;
  readonly #over: Track;
  readonly #under: Track;
  /** On the map of the second pane. */
  #beside: Track | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(map: MapView, state: PageState) {
    this.#state = state;
    this.#over = this.#draw(
      new Track(map, belowBorders),
      () => state.frames.value.over,
      () => state.frame.value,
    );
    this.#under = this.#draw(
      new Track(map, belowWeather),
      () => state.frames.value.under,
      () => state.underFrame.value,
    );
    this.#fade(this.#over);
    map.on('idle', () => this.#preload());
    effect(() => {
      if (!state.isPlaying.value) clearTimeout(this.#timer);
    });
  }

  /** Adds the map of the second pane. */
  addMap(map: MapView): void {
    const { frames, besideFrame } = this.#state;
    this.#beside = this.#draw(
      new Track(map, belowBorders),
      () => frames.value.beside,
      () => besideFrame.value,
    );
    this.#fade(this.#beside);
    map.on('idle', () => this.#preload());
  }

  /** Whether everything visible is loaded. */
  get ready(): boolean {
    return this.#tracks.every((track) => !track.shown || track.isReady(track.shown));
  }

  /** Starts or stops playing. */
  toggle(): void {
    if (this.#state.isPlaying.peek()) this.#state.choose(this.#state.index.peek());
    else this.play();
  }

  play(): void {
    const { isPlaying, index } = this.#state;
    if (isPlaying.peek()) return;
    const next = (): void => {
      this.#preload();
      const following = this.#nextReady();
      if (following !== undefined) this.#state.play(following);
      this.#timer = setTimeout(next, following === undefined ? pollMs : this.#wait());
    };
    this.#state.play(index.peek());
    this.#timer = setTimeout(next, this.#wait());
  }

  /** Stops at the next frame, or at the one before. @param by 1 or -1 */
  step(by: number): void {
    const { frames, index } = this.#state;
    const count = frames.peek().over.length;
    if (count > 0) this.#state.choose((index.peek() + by + count) % count);
  }

  /** Adds frames to the map again: those of these map sources after a failure, or all after a change of the style. */
  reload(ids?: ReadonlySet<string>): void {
    for (const track of this.#tracks) track.reload(ids);
  }

  /** Keeps the frames of a track those of the page. */
  #draw(track: Track, frames: () => Track['frames'], shown: () => Track['shown']): Track {
    effect(() => track.draw(frames(), shown()));
    return track;
  }

  /** The layer below is not transparent. */
  #fade(track: Track): void {
    effect(() => track.fade(this.#state.opacity.value / 100));
  }

  /** Adds frames to the map that may be shown next, once those that it has are loaded. */
  #preload(): void {
    const isPlaying = this.#state.isPlaying.peek();
    if (!isPlaying && savesData()) return;
    const from = isPlaying ? newestOf(this.#state.frames.peek().over) : this.#state.frame.peek();
    for (const track of this.#tracks) if (!track.isLoading) track.preload(batch, from ? from.at.getTime() : 0);
  }

  /** The next frame that is loaded, with those below and beside it. A missing frame would look like a time without weather. */
  #nextReady(): number | undefined {
    const { over } = this.#state.frames.peek();
    const at = this.#state.index.peek();
    const inTurn = over.map((_, i) => (at + 1 + i) % over.length).slice(0, -1);
    return inTurn.find((index) =>
      this.#tracks.every((track) => {
        const frame = track === this.#over ? over[index] : newestBy(track.frames, over[index]);
        return !frame || track.isReady(frame);
      }),
    );
  }

  get #tracks(): Track[] {
    return [this.#over, this.#under, this.#beside].filter((track) => track !== undefined);
  }

  #wait(): number {
    const { frames, index, layer } = this.#state;
    const { over } = frames.peek();
    const isEnd = index.peek() === over.length - 1 || index.peek() === last(over);
    return isEnd ? pauseMs : 1000 / (layer.peek()?.framesPerSecond ?? 4);
  }
}
