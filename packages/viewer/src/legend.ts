import { unitNames, type Layer } from './layers.ts';

/** Draws the palette of a layer: a swatch for every stop, and the value at which it begins. */
export function drawLegend(element: HTMLElement, { name, units, palette }: Layer): void {
  const unit = unitNames[units ?? ''] ?? units ?? '';
  const swatches = document.createElement('div');
  swatches.className = 'swatches';
  const stops = document.createElement('div');
  stops.className = 'stops';
  const every = Math.ceil(palette.length / 8);
  for (const [i, { value, color }] of palette.entries()) {
    const swatch = document.createElement('i');
    swatch.style.background = color;
    swatch.title = `from ${value} ${unit}`;
    swatches.append(swatch);
    const stop = document.createElement('span');
    stop.textContent = i % every === 0 ? String(value) : '';
    stops.append(stop);
  }
  const about = document.createElement('p');
  about.className = 'about';
  about.textContent = unit;
  element.replaceChildren(swatches, stops, about);
  const [first, last] = [palette[0], palette.at(-1)];
  element.setAttribute('aria-label', `${name}: colours from ${first?.value} to ${last?.value} ${unit}`);
}
