import type { StreamEvent } from '@severe/client';
import { Coalescer } from './coalesce.ts';
import { endFirstPicture } from './first-picture.ts';
import { measuredFamilies, type FrameLoader } from './frame-loader.ts';
import { eventWords } from './happenings.ts';
import type { HealthWatch } from './health-watch.ts';
import { addHappening, showLive } from './just-now.ts';
import { newestOf, type Layer } from './layers/layer.ts';
import { LiveStream } from './live-stream.ts';
import type { Loop } from './loop.ts';
import type { MissingTiles } from './missing-tiles.ts';
import type { OverlayDisplay } from './overlay-display.ts';
import { firstRequests, revalidate } from './service.ts';
import type { SiteList } from './site-list.ts';
import type { PageState } from './page-state.ts';

/** Interval of polling without the live stream. */
const refreshMs = 20_000;

/** Interval of polling beside the live stream: that a source is late is not an event. */
const liveHealthMs = 100_000;

/** Frames and sites are loaded this often even if no event reports a change. */
const liveReloadMs = 300_000;

/** Frames are loaded at most once in this time. A model run comes as many frames. */
const framesGapMs = { radar: 1000, nexrad: 1000, satellite: 1000, hrrr: refreshMs, rrfs: refreshMs };

/** The same for frames older than the newest one: a service that catches up publishes many. */
const olderFramesGapMs = 60_000;

interface RefresherParts {
  state: PageState;
  loop: Loop;
  health: HealthWatch;
  sites: SiteList;
  frames: FrameLoader;
  display: OverlayDisplay;
  missing: MissingTiles;
  /** Loads the layers and shows the first view. */
  begin: () => Promise<void>;
  /** Loads what is missing beside the frames. */
  complete: () => Promise<void>;
}

/** Keeps what is shown up to date, by the events of the live stream and by polling. */
export class Refresher {
  readonly #parts: RefresherParts;
  readonly #stream: LiveStream;
  readonly #coalescer = new Coalescer();

  constructor(parts: RefresherParts) {
    this.#parts = parts;
    const { all } = parts.display.overlays;
    this.#stream = new LiveStream({
      sources: [...new Set(['radar', 'satellite', 'nexrad', 'hrrr', 'rrfs', ...all.map(({ source }) => source)])],
      changed: (event) => this.#dataChanged(event),
      lost: () => this.#reload(),
      switched: () => this.#switched(),
    });
  }

  async start(): Promise<void> {
    await this.tick();
    firstRequests.end();
    this.#switched();
    if (!document.hidden) this.#stream.start();
    // A hidden page is not refreshed; it is refreshed when it becomes visible.
    setInterval(() => void (document.hidden || this.#poll()), refreshMs);
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) return this.#stream.stop();
      this.#stream.start();
      void this.tick();
    });
  }

  /** Asks soon whether the service responds, because an image could not be loaded. */
  checkSoon(): void {
    this.#coalescer.run('check', refreshMs, () => void this.tick());
  }

  /** Polls. While events arrive, only what is old is requested. */
  async #poll(): Promise<void> {
    const { health, display } = this.#parts;
    if (!this.#stream.isLive || !health.current || health.ageMs >= liveHealthMs - 1000) return this.tick();
    display.overlays.refresh();
    display.update();
    this.#retry();
    this.#age();
  }

  /** Loads health, and what is old. */
  async tick(): Promise<void> {
    const { state, health, sites, frames, display, begin, complete } = this.#parts;
    const { isLive } = this.#stream;
    const isOld = ({ ageMs }: { ageMs: number }) => !isLive || ageMs >= liveReloadMs - 1000;
    try {
      await Promise.all([health.load(), (isOld(sites) || state.hasSweep.peek()) && sites.load()]);
      this.#age();
      display.show();
      if (state.layers.peek().length === 0) await begin();
      else await Promise.all([complete(), isOld(frames) && frames.load()]);
      this.#retry();
    } catch {
      endFirstPicture();
      health.lose();
      display.update(); // the next tick tries again
    }
    this.#age();
  }

  /** Everything shown has aged. */
  #age(): void {
    const { state, health } = this.#parts;
    state.now.value = health.now;
  }

  /** Requests missing images again, when the service responds. */
  #retry(): void {
    const { missing, loop } = this.#parts;
    missing.retry((ids) => loop.reload(ids));
  }

  /** Called when events begin to arrive, or no longer arrive. */
  #switched(): void {
    const { isLive } = this.#stream;
    this.#parts.display.overlays.isLive = isLive;
    revalidate(isLive);
    showLive(isLive, refreshMs / 1000);
  }

  /** Loads what an event reports, if it is shown. */
  #dataChanged(event: StreamEvent): void {
    const { name, data } = event;
    const { state, health, display } = this.#parts;
    const { overlays } = display;
    if (data.time && measuredFamilies.has(name)) health.noteData(name, Date.parse(data.time));
    overlays.sourceChanged(name);
    const shows = (layer: Layer | undefined) =>
      layer?.family === name &&
      (name === 'nexrad' ? data.site === state.view.peek().site : layer.id.endsWith(`/${data.product}`));
    if ([state.layer, state.under, state.beside].some((each) => shows(each.peek())))
      this.#reloadFrames(name as Layer['family'], data.time);
    const isDrawn = overlays.all.some(({ id, source }) => source === name && overlays.isShown(id));
    const text = isDrawn ? undefined : eventWords(event);
    if (text) addHappening({ key: name, text, at: new Date(data.published_at ?? health.now) });
  }

  /** @param time of the frame that an event reports */
  #reloadFrames(family: Layer['family'], time: string | undefined): void {
    const { state, sites, frames, health } = this.#parts;
    const newest = newestOf(state.frames.peek().over);
    const isOlder =
      measuredFamilies.has(family) && newest !== undefined && Date.parse(time ?? '') < newest.at.getTime();
    this.#coalescer.run(isOlder ? 'older frames' : 'frames', isOlder ? olderFramesGapMs : framesGapMs[family], () => {
      Promise.resolve(family === 'nexrad' ? sites.load() : undefined)
        .then(() => frames.load())
        .catch(() => {
          frames.expire(); // the next poll tries again
          health.expire();
        });
    });
  }

  /** Loads everything that is shown, because events are lost. */
  #reload(): void {
    const { display, sites, frames } = this.#parts;
    display.overlays.reload();
    sites.expire();
    frames.expire();
    this.#coalescer.run('all', 1000, () => void this.tick());
  }
}
