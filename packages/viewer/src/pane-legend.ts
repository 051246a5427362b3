import { t } from './language.ts';
import { drawLegend } from './legend.ts';
import type { Layer } from './layers/layer.ts';
import { unitSystem } from './units.ts';
import type { View } from './view.ts';

/** The legend of a pane. Until that of a changed picture is there, none is shown. */
export class PaneLegend {
  readonly #box: HTMLElement;
  /** What the legend in the box is of. */
  #shown = '';

  constructor(box: HTMLElement) {
    this.#box = box;
  }

  /** Shows the legend of a layer; undefined for none. What failed is loaded by the next call. */
  async show(layer: Layer | undefined, view: View): Promise<void> {
    const wanted = [layer?.id, view.palette, unitSystem()].join(' ');
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    this.#box.replaceChildren();
    this.#box.setAttribute('aria-label', t`Legend is loading`);
    if (!layer) return;
    try {
      const legend = await layer.legend(view);
      if (this.#shown === wanted) drawLegend(this.#box, legend);
    } catch (error) {
      if (this.#shown === wanted) this.#shown = '';
      throw error;
    }
  }
}
