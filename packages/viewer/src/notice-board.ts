import { t } from './language.ts';
import { effect } from '@preact/signals-core';
import { element } from './elements.ts';
import { endFirstPicture } from './first-picture.ts';
import type { FrameLoader } from './frame-loader.ts';
import type { HealthWatch } from './health-watch.ts';
import { newestOf } from './layers/layer.ts';
import type { Loop } from './loop.ts';
import type { MissingTiles } from './missing-tiles.ts';
import { noticesOf, showNotices, type NoticeFacts } from './notices.ts';
import type { OverlayDisplay } from './overlay-display.ts';
import type { PageState } from './page-state.ts';

interface NoticeBoardParts {
  state: PageState;
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
    effect(() => {
      const { overlays, health } = parts;
      void overlays.changes.value;
      if (health.isKnown) this.update();
    });
    effect(() => this.updateLoading());
  }

  /** Shows the notices of the present state. */
  update(): void {
    const { state, health, overlays, missing } = this.#parts;
    const { layer, under, beside, view, site, hasSweep } = state;
    const { current, kind } = health;
    const image = this.#newestImage();
    const notices = noticesOf({
      health: current,
      kind,
      families: [layer, under, beside].flatMap((each) => each.value?.family ?? []),
      ...(hasSweep.value ? { radar: { id: view.value.site, site: site.value } } : {}),
      ...(image ? { image } : {}),
      overlays: overlays.shown,
      isIncomplete: missing.any,
      now: state.now.value,
    });
    showNotices(element('notices'), notices);
  }

  /** Shows what is being loaded: blank must not be mistaken for clear. */
  updateLoading(): void {
    const { state, loop, frames } = this.#parts;
    const [layer, beside] = [state.layer.value, state.beside.value];
    const names = [layer?.name ?? t`the map`, ...(beside ? [beside.name] : [])].join(t` and `);
    const note = element('loading');
    note.hidden = layer !== undefined && frames.isCurrent && loop.ready;
    if (note.hidden) endFirstPicture();
    else note.textContent = t`Loading ${names}: blank does not mean clear.`;
  }

  #newestImage(): NoticeFacts['image'] {
    const { layer: shown, frames, past } = this.#parts.state;
    const layer = shown.value;
    const newest = newestOf(frames.value.over);
    if (!layer?.cadenceSeconds || !newest?.key.startsWith(`${layer.id}/`) || past.value !== undefined) return undefined;
    return { name: layer.name, family: layer.family, newest: newest.at, cadenceSeconds: layer.cadenceSeconds };
  }
}
