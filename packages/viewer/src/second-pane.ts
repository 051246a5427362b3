import { t } from './language.ts';
import { effect } from '@preact/signals-core';
import { element, onPage } from './elements.ts';
import type { Frame, Layer } from './layers/layer.ts';
import type { PageState } from './page-state.ts';
import { grouped } from './panel.ts';
import { utcTime } from './times.ts';

const controls = onPage({
  toggle: () => element<HTMLButtonElement>('panes'),
  layer: () => element<HTMLSelectElement>('beside'),
  close: () => element<HTMLButtonElement>('second-close'),
  when: () => element<HTMLTimeElement>('second-when'),
});

/** The layer that is most often read beside another one: wind beside echoes, echoes beside wind. */
function partnerOf(id: string, layers: readonly Pick<Layer, 'id'>[]): string {
  const isWind = id === 'nexrad/velocity' || id === 'nexrad/srm';
  const wanted = isWind ? 'nexrad/reflectivity' : 'nexrad/velocity';
  const found = layers.find((layer) => layer.id === wanted) ?? layers.find((layer) => layer.id !== id);
  return found?.id ?? id;
}

/** Connects the controls of the second pane. */
export function wireSecondPane(state: PageState): void {
  const { beside, layer, layers } = state;
  const choose = (chosen: string) => state.change({ beside: chosen });
  controls.toggle.addEventListener('click', () =>
    choose(beside.peek() ? '' : partnerOf(layer.peek()?.id ?? '', layers.peek())),
  );
  controls.close.addEventListener('click', () => {
    choose('');
    controls.toggle.focus();
  });
  controls.layer.addEventListener('change', () => choose(controls.layer.value));
  let listed: Layer[] = [];
  effect(() => {
    const [all, shown] = [layers.value, beside.value];
    if (listed !== all) controls.layer.replaceChildren(...grouped(all.map(({ id, name, group }) => [group, name, id])));
    listed = all;
    controls.toggle.setAttribute('aria-pressed', String(shown !== undefined));
    if (shown) controls.layer.value = shown.id;
  });
}

/** Shows the time of the frame in the second pane, which may be older than that of the first. */
export function showSecondTime(frame: Frame | undefined, isLoading: boolean): void {
  const text = frame ? [utcTime(frame.at), frame.note].filter(Boolean).join(', ') : '';
  controls.when.textContent = text || (isLoading ? t`Loading…` : t`No images yet`);
  controls.when.dateTime = frame?.at.toISOString() ?? '';
}
