import { element } from './elements.ts';
import { endFirstPicture } from './first-picture.ts';
import type { FrameLoader } from './frame-loader.ts';
import type { HealthWatch } from './health-watch.ts';
import { newestOf } from './layers/layer.ts';
import type { Loop } from './loop.ts';
import type { MissingTiles } from './missing-tiles.ts';
import { noticesOf, showNotices, type NoticeFacts } from './notices.ts';
import type { OverlayDisplay } from './overlay-display.ts';
import type { ViewState } from './view-state.ts';

interface NoticeBoardParts {
  shown: ViewState;
  loop: Loop;
  frames: FrameLoader;
  health: HealthWatch;
  overlays: OverlayDisplay;
  missing: MissingTiles;
}

/** Says above the map what is missing, late or simulated, and beside it what is still loading. */
export class NoticeBoard {
  readonly #parts: NoticeBoardParts;

  constructor(parts: NoticeBoardParts) {
    this.#parts = parts;
  }

  /** Shows the notices of the present state. */
  update(): void {
    const { shown, health, overlays, missing } = this.#parts;
    const { layer, under, beside, view, site } = shown;
    const { current, kind, now } = health;
    const image = this.#newestImage();
    const notices = noticesOf({
      health: current,
      kind,
      families: [layer, under, beside].flatMap((each) => each?.family ?? []),
      ...(shown.hasSweep ? { radar: { id: view.site, site } } : {}),
      ...(image ? { image } : {}),
      overlays: overlays.shown,
      isIncomplete: missing.any,
      now,
    });
    showNotices(element('notices'), notices);
  }

  /** Shows what is being loaded: blank must not be mistaken for clear. */
  updateLoading(): void {
    const { shown, loop, frames } = this.#parts;
    const { layer, beside } = shown;
    const names = [layer?.name ?? 'the map', ...(beside ? [beside.name] : [])].join(' and ');
    const note = element('loading');
    note.hidden = layer !== undefined && frames.isCurrent && loop.ready;
    if (note.hidden) endFirstPicture();
    else note.textContent = `Loading ${names}: blank does not mean clear.`;
  }

  #newestImage(): NoticeFacts['image'] {
    const { shown, loop } = this.#parts;
    const { layer } = shown;
    const newest = newestOf(loop.frames);
    if (!layer?.cadenceSeconds || !newest?.key.startsWith(`${layer.id}/`) || shown.view.time) return undefined;
    return { name: layer.name, family: layer.family, newest: newest.at, cadenceSeconds: layer.cadenceSeconds };
  }
}
