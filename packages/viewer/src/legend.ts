import { unitText } from './layers/layer.ts';
import { swatch } from './readout.ts';
import type { Schemas } from './service.ts';

type Legend = Schemas['Legend'];

/** Draws a legend: a swatch for every step with the value where it begins, and the states without a value. */
export function drawLegend(element: HTMLElement, { name, units, stops, entries }: Legend): void {
  const unit = unitText(units);
  const scale = stops.length > 0 ? [swatchesOf(stops, unit), labelsOf(stops)] : [];
  const others = document.createElement('ul');
  others.append(...(unit ? [item(unit)] : []), ...entriesOf(entries));
  element.replaceChildren(...scale, others);
  const [first, last] = [stops[0], stops.at(-1)];
  const range = first && last ? `: colours from ${first.value} to ${last.value} ${unit}` : '';
  element.setAttribute('aria-label', `${name}${range}`);
}

function swatchesOf(stops: Legend['stops'], unit: string): HTMLElement {
  const row = document.createElement('div');
  row.className = 'swatches';
  for (const { label, color } of stops) {
    const swatch = document.createElement('i');
    swatch.style.background = color;
    swatch.title = `from ${label} ${unit}`;
    row.append(swatch);
  }
  return row;
}

function labelsOf(stops: Legend['stops']): HTMLElement {
  const row = document.createElement('div');
  row.className = 'stops';
  const every = Math.ceil(stops.length / 8);
  for (const [i, { label }] of stops.entries()) {
    const stop = document.createElement('span');
    stop.textContent = i % every === 0 ? label : '';
    row.append(stop);
  }
  return row;
}

/** States with a colour, and in one line those that are not drawn. */
function entriesOf(entries: Legend['entries']): HTMLElement[] {
  const drawn = entries.flatMap(({ label, color }) => (color ? [item(swatch(color), label)] : []));
  const clear = entries.filter(({ color }) => !color).map(({ label }) => label);
  return clear.length > 0 ? [...drawn, item(`Not drawn: ${clear.join(', ')}`)] : drawn;
}

function item(...content: (string | Node)[]): HTMLElement {
  const element = document.createElement('li');
  element.append(...content);
  return element;
}
