import { effect } from '@preact/signals-core';
import { isEmbedded } from './embedded.ts';
import type { Chosen, PageState } from './page-state.ts';
import { placeOfHash, withPlace } from './place/place-link.ts';
import { rememberedView } from './remembered.ts';
import { readView, writeView } from './view.ts';

/** What a link chooses, which the reader has typed or followed. Default: the present one. */
export function readLink(hash = location.hash): Chosen {
  return { view: readView(hash, rememberedView()), place: isEmbedded() ? undefined : placeOfHash(hash) };
}

/** Keeps the link of the page that of its state. */
export function keepLink(state: PageState): void {
  effect(() => {
    const view = { ...state.view.value, time: state.linkTime.value };
    const hash = withPlace(writeView(view, location.hash), state.place.value);
    if (hash !== location.hash) history.replaceState(history.state, '', hash || location.pathname);
  });
}
