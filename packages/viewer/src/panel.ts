import { t } from './language.ts';
import { element, isRoomy, onPage } from './elements.ts';
import { mayHaveClouds, type Layer } from './layers/layer.ts';
import { rememberSmooth } from './remembered.ts';
import type { Site } from './service.ts';
import { converted, inServiceUnit, number, unitName } from './units.ts';
import type { View } from './view.ts';

const controls = onPage({
  layer: () => element<HTMLSelectElement>('layer'),
  sweep: () => element('sweep'),
  site: () => element<HTMLSelectElement>('site'),
  tilt: () => element<HTMLSelectElement>('tilt'),
  motion: () => element<HTMLFormElement>('motion'),
  from: () => element<HTMLInputElement>('from'),
  speed: () => element<HTMLInputElement>('speed'),
  speedUnit: () => element('speed-unit'),
  motionNote: () => element('motion-note'),
  pointer: () => element('pointer'),
  about: () => element('about'),
  under: () => element<HTMLSelectElement>('under'),
  opacity: () => element<HTMLInputElement>('opacity'),
  overlays: () => element<HTMLDetailsElement>('overlays'),
  palette: () => element<HTMLInputElement>('palette'),
  smooth: () => element<HTMLInputElement>('smooth'),
});

/** The fastest storm motion of a link, knots. */
const maxKnots = 150;

/** Connects the controls. `change` is called with the changed part of the view. */
export function wirePanel(change: (part: Partial<View>) => void): void {
  controls.overlays.open = isRoomy();
  controls.layer.addEventListener('change', () => change({ layer: controls.layer.value }));
  controls.site.addEventListener('change', () => change({ site: controls.site.value }));
  controls.tilt.addEventListener('change', () => change({ tilt: Number(controls.tilt.value) }));
  controls.under.addEventListener('change', () => change({ under: controls.under.value }));
  controls.opacity.addEventListener('input', () => change({ opacity: Number(controls.opacity.value) }));
  controls.palette.addEventListener('change', () =>
    change({ palette: controls.palette.checked ? 'colour-blind' : 'standard' }),
  );
  controls.smooth.addEventListener('change', () => {
    const smooth = controls.smooth.checked ? 'on' : 'off';
    rememberSmooth(smooth);
    change({ smooth });
  });
  controls.motion.addEventListener('submit', (event) => {
    event.preventDefault();
    const [from, speed] = [controls.from.value, controls.speed.value];
    controls.speed.setCustomValidity((from === '') === (speed === '') ? '' : t`Enter both, or neither.`);
    if (!controls.motion.reportValidity()) return;
    const knots = Math.min(maxKnots, Math.round(inServiceUnit(Number(speed), 'kt')));
    change({ motion: from === '' ? '' : `${Number(from)}/${knots}` });
  });
  controls.motion.addEventListener('input', () => controls.speed.setCustomValidity(''));
}

/** Fills the lists of layers. */
function setLayers(layers: Layer[]): void {
  controls.layer.replaceChildren(...grouped(layers.map(({ id, name, group }) => [group, name, id])));
  const clouds = layers.filter(({ family }) => family === 'satellite');
  controls.under.replaceChildren(new Option(t`nothing`, ''), ...clouds.map(({ id, name }) => new Option(name, id)));
}

/** Fills the list of radar sites: those with data first. */
function setSites(sites: Site[]): void {
  const named = sites.toSorted((a, b) => Number(b.latest !== null) - Number(a.latest !== null));
  controls.site.replaceChildren(
    ...grouped(
      named.map(({ id, name, state, status }) => [
        status === 'online' ? t`Online` : t`Offline`,
        `${id} ${name}${state ? `, ${state}` : ''}`,
        id,
      ]),
    ),
  );
}

/** What the controls show. */
interface PanelFacts {
  view: View;
  layer: Layer;
  beside: Layer | undefined;
  site: Site | undefined;
  layers: Layer[];
  sites: Site[];
}

/** What the lists have been filled with. */
const listed: Pick<PanelFacts, 'layers' | 'sites'> = { layers: [], sites: [] };

/** Shows the view in the controls, whose lists have all that can be chosen. */
export function showView({ view, layer, beside, site, layers, sites }: PanelFacts): void {
  if (listed.layers !== layers) setLayers(layers);
  if (listed.sites !== sites) setSites(sites);
  Object.assign(listed, { layers, sites });
  const shown = [layer, ...(beside ? [beside] : [])];
  makeRoom(beside !== undefined);
  const single = shown.some(({ family }) => family === 'nexrad');
  controls.layer.value = layer.id;
  controls.sweep.hidden = !single;
  controls.motion.hidden = shown.every(({ id }) => id !== 'nexrad/srm');
  controls.motionNote.hidden = controls.motion.hidden;
  controls.site.value = view.site;
  const tilts = site && site.tilts.length > 0 ? site.tilts : [view.tilt];
  controls.tilt.replaceChildren(...tilts.map((tilt) => new Option(`${tilt.toFixed(1)}°`, String(tilt))));
  controls.tilt.value = String(nearest(tilts, view.tilt));
  const [from = '', knots = ''] = view.motion.split('/');
  controls.from.value = from;
  controls.speed.value = knots && number(Number(knots), 'kt', 0);
  controls.speed.max = String(Math.ceil(converted(maxKnots, 'kt')));
  controls.speedUnit.textContent = unitName('kt');
  controls.about.textContent = layer.about;
  controls.under.disabled = !mayHaveClouds(layer);
  controls.under.value = mayHaveClouds(layer) ? view.under : '';
  controls.opacity.value = String(view.opacity);
  controls.palette.disabled = shown.every(({ palettes }) => !palettes.includes('colour-blind'));
  controls.palette.checked = !controls.palette.disabled && view.palette === 'colour-blind';
  controls.smooth.disabled = shown.every(({ hasValues }) => !hasValues);
  controls.smooth.checked = !controls.smooth.disabled && view.smooth === 'on';
}

/** Whether the map has two panes. */
let isSplit = false;

/** Closes the lists over a pane that is half as wide, and opens them again if there is room beside the whole map. */
function makeRoom(hasSecond: boolean): void {
  if (hasSecond === isSplit) return;
  isSplit = hasSecond;
  for (const id of ['just-now', 'overlays']) element<HTMLDetailsElement>(id).open = !hasSecond && isRoomy();
}

/** Shows the storm motion that is subtracted from velocities. */
export function showMotion(text: string): void {
  controls.motionNote.textContent = text;
}

/** Shows the values under the pointer. */
export function showPointer(text: string): void {
  controls.pointer.textContent = text;
}

function nearest(values: number[], wanted: number): number {
  return values.reduce((best, value) => (Math.abs(value - wanted) < Math.abs(best - wanted) ? value : best));
}

/** Options of a list in their groups. @param entries group, text and value of each */
export function grouped(entries: [group: string, text: string, value: string][]): HTMLOptGroupElement[] {
  const groups = new Map<string, HTMLOptGroupElement>();
  for (const [name, text, value] of entries) {
    const group = groups.get(name) ?? document.createElement('optgroup');
    group.label = name;
    groups.set(name, group);
    group.append(new Option(text, value));
  }
  return [...groups.values()];
}
