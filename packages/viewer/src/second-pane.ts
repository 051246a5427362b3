import { element } from './elements.ts';
import type { Frame, Layer } from './layers/layer.ts';
import { drawLegend } from './legend.ts';
import { grouped } from './panel.ts';
import { utcTime } from './times.ts';
import type { View } from './view.ts';

const controls = {
  toggle: element<HTMLButtonElement>('panes'),
  layer: element<HTMLSelectElement>('beside'),
  close: element<HTMLButtonElement>('second-close'),
  legend: element('second-legend'),
  when: element('second-when'),
};

/** The layer that is most often read beside another one: wind beside echoes, echoes beside wind. */
export function partnerOf(id: string, layers: readonly Pick<Layer, 'id'>[]): string {
  const isWind = id === 'nexrad/velocity' || id === 'nexrad/srm';
  const wanted = isWind ? 'nexrad/reflectivity' : 'nexrad/velocity';
  const found = layers.find((layer) => layer.id === wanted) ?? layers.find((layer) => layer.id !== id);
  return found?.id ?? id;
}

/**
 * Connects the controls of the second pane.
 *
 * @param partner the layer that is shown first
 * @param change  called with the changed part of the view
 */
export function wireSecondPane(partner: () => string, change: (part: Partial<View>) => void): void {
  const isOn = () => controls.toggle.getAttribute('aria-pressed') === 'true';
  controls.toggle.addEventListener('click', () => change({ beside: isOn() ? '' : partner() }));
  controls.close.addEventListener('click', () => {
    change({ beside: '' });
    controls.toggle.focus();
  });
  controls.layer.addEventListener('change', () => change({ beside: controls.layer.value }));
}

/** Fills the list of layers. */
export function setSecondLayers(layers: Layer[]): void {
  controls.layer.replaceChildren(...grouped(layers.map(({ id, name, group }) => [group, name, id])));
}

/** Shows which layer the second pane has; undefined for none. */
export function showSecondLayer(layer: Layer | undefined): void {
  controls.toggle.setAttribute('aria-pressed', String(layer !== undefined));
  if (layer) controls.layer.value = layer.id;
}

/** Shows the time of the frame in the second pane, which may be older than that of the first. */
export function showSecondTime(frame: Frame | undefined, isLoading: boolean): void {
  const text = frame ? [utcTime(frame.at), frame.note].filter(Boolean).join(', ') : '';
  controls.when.textContent = text || (isLoading ? 'Loading…' : 'No images yet');
}

/** What the legend in the second pane is of. */
let shownLegend = '';

/** Makes the next call of `showSecondLegend` replace it, in other units. */
export function forgetSecondLegend(): void {
  shownLegend = '';
}

/** Replaces the legend if it is of another picture. Until the new one is there, none is shown. */
export async function showSecondLegend(layer: Layer | undefined, view: View): Promise<void> {
  const wanted = `${layer?.id} ${view.palette}`;
  if (wanted === shownLegend) return;
  shownLegend = wanted;
  controls.legend.replaceChildren();
  if (!layer) return;
  try {
    const legend = await layer.legend(view);
    if (shownLegend === wanted) drawLegend(controls.legend, legend);
  } catch (error) {
    if (shownLegend === wanted) shownLegend = ''; // the next poll tries again
    throw error;
  }
}
