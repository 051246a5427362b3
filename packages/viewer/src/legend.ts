import { named, t } from './language.ts';
import { swatch } from './readout.ts';
import { marksOf } from './scale.ts';
import type { Schemas } from './service.ts';
import { converted, number, quantity, unitName } from './units.ts';

type Legend = Schemas['Legend'];

/** Draws a legend in the chosen units: a swatch for every step, round numbers below them, and the states without a value. */
export function drawLegend(element: HTMLElement, { name, units, stops, entries }: Legend): void {
  const unit = unitName(units);
  const scale = stops.length > 0 ? [swatchesOf(stops, units), labelsOf(stops, units)] : [];
  const others = document.createElement('ul');
  others.append(...(unit ? [item(unit)] : []), ...entriesOf(entries, units));
  element.replaceChildren(...scale, others);
  const [first, last] = [stops[0], stops.at(-1)];
  const range = first && last ? t`: colours from ${number(first.value, units)} to ${quantity(last.value, units)}` : '';
  element.setAttribute('aria-label', `${named(name)}${range}`);
}

function swatchesOf(stops: Legend['stops'], units: string | null): HTMLElement {
  const row = document.createElement('div');
  row.className = 'swatches';
  for (const { value, color } of stops) {
    const swatch = document.createElement('i');
    swatch.style.background = color;
    swatch.title = t`from ${quantity(value, units)}`;
    row.append(swatch);
  }
  return row;
}

/** Round numbers in the chosen units, each below its place. A first step that begins below the range has none. */
function labelsOf(stops: Legend['stops'], units: string | null): HTMLElement {
  const row = document.createElement('div');
  row.className = 'stops';
  const open = stops[0].label.startsWith('<') ? 1 : 0;
  const starts = stops.slice(open).map(({ value }) => converted(value, units));
  for (const { value, at } of marksOf(starts)) {
    const label = document.createElement('span');
    label.textContent = number(value, null, 2).replace('-', '−');
    label.style.left = `${(100 * (open + at * starts.length)) / stops.length}%`;
    row.append(label);
  }
  return row;
}

/** States with a colour, and in one line those that are not drawn. */
function entriesOf(entries: Legend['entries'], units: string | null): HTMLElement[] {
  const drawn = entries.flatMap(({ label, color }) => (color ? [item(swatch(color), named(label))] : []));
  const clear = entries
    .filter(({ color }) => !color)
    .map(({ label, value }) => (typeof value === 'number' ? t`Below ${quantity(value, units)}` : named(label)));
  return clear.length > 0 ? [...drawn, item(t`Not drawn: ${clear.join(', ')}`)] : drawn;
}

function item(...content: (string | Node)[]): HTMLElement {
  const element = document.createElement('li');
  element.append(...content);
  return element;
}
