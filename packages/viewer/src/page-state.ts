import { batch, computed, signal, untracked, type Signal } from '@preact/signals-core';
import { mayHaveClouds, nearestTo, newestBy, type Frame, type Layer, type Place } from './layers/layer.ts';
import type { Site } from './service.ts';
import { momentOf } from './times.ts';
import type { View } from './view.ts';

/** While the loop plays, overlays show moments this far apart. */
const playedStepMs = 5 * 60_000;

/** The frames of the map, of the layer below, and of the second pane; oldest first. */
interface Frames {
  over: Frame[];
  under: Frame[];
  beside: Frame[];
}

/** What a link chooses. */
export interface Chosen {
  view: View;
  place: Place | undefined;
}

/** A layer with its visible frame. */
export type Picture = readonly [Layer, Frame];

/**
 * The one state of the page: what is chosen, and what is loaded. Pictures, panel, popup, overlays and link follow from it, so
 * they cannot show two times or two places.
 */
export class PageState {
  /** What a link has. Its `time` is that of the chosen frame, or empty for now. */
  readonly view: Signal<View>;
  /** The place whose panel is open. */
  readonly place: Signal<Place | undefined>;
  /** Every layer; empty until they are loaded. */
  readonly layers = signal<Layer[]>([]);
  readonly sites = signal<Site[]>([]);
  readonly frames = signal<Frames>({ over: [], under: [], beside: [] });
  /** The index of the played frame; undefined while the loop stands still. */
  readonly #played = signal<number | undefined>(undefined);
  /** The time on the clock of the service when it was last looked at, in milliseconds. */
  readonly now = signal(Date.now());

  readonly layer = computed(() => this.#layerOf(this.view.value.layer) ?? this.layers.value.at(0));
  /** The layer below. */
  readonly under = computed(() => {
    const layer = this.layer.value;
    return layer && mayHaveClouds(layer) ? this.#layerOf(this.view.value.under) : undefined;
  });
  /** The layer of the second pane. */
  readonly beside = computed(() => this.#layerOf(this.view.value.beside));
  /** Whether a single radar is shown. */
  readonly hasSweep = computed(() => [this.layer.value, this.beside.value].some((layer) => layer?.family === 'nexrad'));
  readonly site = computed(() => this.siteOf(this.view.value.site));
  /** In percent. */
  readonly opacity = computed(() => this.view.value.opacity);

  readonly isPlaying = computed(() => this.#played.value !== undefined);
  /** The index of the frame of now: the newest measured one, or the forecast for this hour. */
  readonly current = computed(() => this.layer.value?.current(this.frames.value.over, this.now.value) ?? 0);
  /** The index of the visible frame. */
  readonly index = computed(() => {
    const { over } = this.frames.value;
    const played = this.#played.value;
    if (played !== undefined) return Math.max(0, Math.min(over.length - 1, played));
    return nearestTo(over, this.view.value.time) ?? this.current.value;
  });
  readonly frame = computed((): Frame | undefined => this.frames.value.over[this.index.value]);
  readonly underFrame = computed(() => newestBy(this.frames.value.under, this.frame.value));
  readonly besideFrame = computed(() => newestBy(this.frames.value.beside, this.frame.value));
  readonly #pictureKeys = computed(() =>
    this.#visible()
      .map(([, { key }]) => key)
      .join(),
  );
  /** What is visible: the layer, the one below it, and that of the second pane. Others only if they look otherwise. */
  readonly pictures = computed((): readonly Picture[] => {
    void this.#pictureKeys.value; // frames are loaded again and again
    return untracked(() => this.#visible());
  });

  /** The moment of the past whose frame is visible, in milliseconds; undefined for now and for what is ahead. */
  readonly #pastFrame = computed(() => {
    const { time } = this.view.value;
    const at = this.frame.value?.at.getTime() ?? (time ? momentOf(time).getTime() : Infinity); // while frames are loaded
    const isPast = this.frame.value ? this.index.value < this.current.value : at < this.now.value;
    return isPast ? at : undefined;
  });
  /** The moment of the past that the reader has chosen, in milliseconds; undefined for now. A loop that plays chooses none. */
  readonly past = computed(() => (this.isPlaying.value ? undefined : this.#pastFrame.value));
  /** The moment whose overlays are drawn: while the loop plays, one in five minutes. */
  readonly drawn = computed(() => {
    const moment = this.#pastFrame.value;
    const isStepped = moment !== undefined && this.isPlaying.value;
    return isStepped ? Math.floor(moment / playedStepMs) * playedStepMs : moment;
  });

  /** The time of a link to what is visible. It cannot lead to the next hour: when somebody follows it, that hour is another one. */
  readonly linkTime = computed(() => {
    const frame = this.frame.value;
    if (!frame) return this.view.value.time;
    return this.isPlaying.value || frame.isExtrapolated || this.index.value === this.current.value ? '' : frame.stamp;
  });

  /** The chosen time if its frame is not loaded; else empty. */
  readonly timeToLoad = computed(() => {
    const { time } = this.view.value;
    const { over } = this.frames.value;
    const isHere = over.length === 0 || over.some(({ stamp }) => stamp === time);
    return isHere ? '' : time;
  });

  constructor({ view, place }: Chosen) {
    this.view = signal(view);
    this.place = signal(place);
  }

  siteOf(id: string): Site | undefined {
    return this.sites.value.find((site) => site.id === id);
  }

  /** Changes what is chosen. A chosen time stops the loop. */
  change(part: Partial<View>): void {
    batch(() => {
      if (part.time) this.#played.value = undefined;
      this.view.value = { ...this.view.peek(), ...part };
    });
  }

  /** Shows what a link chooses. */
  follow({ view, place }: Chosen): void {
    batch(() => {
      this.change(view);
      this.place.value = place;
    });
  }

  /** Replaces the frames. The chosen time stays, unless it is now. */
  setFrames(frames: Frames): void {
    batch(() => {
      const played = this.isPlaying.peek() ? this.frame.peek()?.key : undefined;
      this.frames.value = frames;
      const same = frames.over.findIndex(({ key }) => key === played);
      if (played !== undefined) this.#played.value = same < 0 ? this.current.value : same;
      const isNow = frames.over.length > 0 && this.index.value === this.current.value;
      if (isNow) this.#chooseTime('');
    });
  }

  /** Chooses the frame of this index. */
  choose(index: number): void {
    const { over } = this.frames.peek();
    const within = Math.max(0, Math.min(over.length - 1, index));
    batch(() => {
      this.#played.value = undefined;
      this.#chooseTime(within === this.current.peek() ? '' : (over[within]?.stamp ?? ''));
    });
  }

  /** Chooses the frame of now. */
  chooseNow(): void {
    this.choose(this.current.peek());
  }

  /** Shows the frame of this index as one of a loop that plays. */
  play(index: number): void {
    batch(() => {
      this.#played.value = index;
      this.#chooseTime('');
    });
  }

  #chooseTime(time: string): void {
    if (this.view.peek().time !== time) this.change({ time });
  }

  #visible(): Picture[] {
    const pairs = [
      [this.layer.value, this.frame.value],
      [this.under.value, this.underFrame.value],
      [this.beside.value, this.besideFrame.value],
    ] as const;
    return pairs.filter((pair): pair is [Layer, Frame] => pair[0] !== undefined && pair[1] !== undefined);
  }

  #layerOf(id: string): Layer | undefined {
    return this.layers.value.find((layer) => layer.id === id);
  }
}
