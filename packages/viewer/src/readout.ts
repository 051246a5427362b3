import type { ToldAlert } from './alerts.ts';
import type { Reading } from './layers/layer.ts';

/** What is told of one layer at a place. */
export interface Told {
  name: string;
  when: string;
  reading: Reading;
}

/** The values at a place and the alerts that hold it, for a popup. */
export function readout(where: string, told: Told[], alerts: ToldAlert[]): HTMLElement {
  const box = document.createElement('div');
  box.setAttribute('role', 'status');
  for (const { name, when, reading } of told) {
    const value = document.createElement('b');
    value.textContent = reading.text;
    if (reading.colour) value.prepend(swatch(reading.colour));
    box.append(value, ...[`${name}, ${when}`, reading.more].filter((line) => line !== undefined).map(small));
  }
  for (const { event, colour, words } of alerts) {
    const name = document.createElement('b');
    name.textContent = event;
    name.prepend(swatch(colour));
    box.append(name, ...words.map(small));
  }
  box.append(small(where));
  return box;
}

function small(text: string): HTMLElement {
  const element = document.createElement('small');
  element.textContent = text;
  return element;
}

function swatch(colour: string): HTMLElement {
  const element = document.createElement('i');
  element.style.background = colour;
  return element;
}
