import { mayHaveClouds, type Layer } from './layers/layer.ts';
import { rememberedView } from './remembered.ts';
import type { Site } from './service.ts';
import { readView, writeView, type View } from './view.ts';

/** What is shown: the view of the link, with its layers and its radar. */
export class ViewState {
  readonly #siteOf: (id: string) => Site | undefined;
  #view = this.linked();
  /** Every layer; empty until they are loaded. */
  layers: Layer[] = [];

  /** @param siteOf finds a radar by its id */
  constructor(siteOf: (id: string) => Site | undefined) {
    this.#siteOf = siteOf;
  }

  get view(): View {
    return this.#view;
  }

  get layer(): Layer | undefined {
    return this.layers.find(({ id }) => id === this.#view.layer) ?? this.layers[0];
  }

  /** The layer below. */
  get under(): Layer | undefined {
    const below = this.layer && mayHaveClouds(this.layer) ? this.#view.under : '';
    return this.layers.find(({ id }) => id === below);
  }

  /** The layer of the second pane. */
  get beside(): Layer | undefined {
    return this.layers.find(({ id }) => id === this.#view.beside);
  }

  /** Whether a single radar is shown. */
  get hasSweep(): boolean {
    return this.layer?.family === 'nexrad' || this.beside?.family === 'nexrad';
  }

  get site(): Site | undefined {
    return this.#siteOf(this.#view.site);
  }

  /** The view of a link, which the reader has typed or chosen. Default: the present one. */
  linked(hash = location.hash): View {
    return readView(hash, rememberedView());
  }

  /** Changes the view and the link. */
  change(part: Partial<View>): void {
    this.#view = { ...this.#view, ...part };
    const hash = writeView(this.#view, location.hash);
    if (hash !== location.hash) history.replaceState(history.state, '', hash);
  }
}
