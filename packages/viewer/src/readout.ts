import type { Reading } from './layers/layer.ts';
import type { Description } from './overlays/overlay.ts';

/** Number of descriptions shown at a place; further ones are counted. */
const maxShown = 6;

/** The reading of one layer at a place. */
export interface LayerReading {
  name: string;
  when: string;
  reading: Reading;
}

/** A box with the descriptions at a place, and an area for the values, which are loaded later. */
export function readout(
  where: string,
  descriptions: Description[],
): { box: HTMLElement; setReadings: (readings: LayerReading[]) => void } {
  const box = document.createElement('div');
  box.className = 'readout';
  box.tabIndex = 0; // it scrolls
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', where);
  const values = document.createElement('div');
  values.setAttribute('role', 'status');
  values.textContent = '…';
  const rest = descriptions.length - maxShown;
  box.append(
    ...descriptions.slice(0, maxShown).flatMap(elementsOf),
    ...(rest > 0 ? [small(`and ${rest} more here`)] : []),
    values,
    small(where),
  );
  return { box, setReadings: (readings) => values.replaceChildren(...readings.flatMap(valueOf)) };
}

function valueOf({ name, when, reading }: LayerReading): HTMLElement[] {
  const value = document.createElement('b');
  value.textContent = reading.text;
  if (reading.colour) value.prepend(swatch(reading.colour));
  return [value, ...[`${name}, ${when}`, reading.more].filter((line) => line !== undefined).map(small)];
}

function elementsOf({ kind, title, colour, lines, text }: Description): HTMLElement[] {
  const name = document.createElement('b');
  name.append(swatch(colour), title ?? kind);
  return [name, ...lines.map(small), ...(text ? [fullText(text)] : [])];
}

/** A text that is loaded when it is opened. */
function fullText(text: () => Promise<string>): HTMLElement {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const body = document.createElement('pre');
  summary.textContent = 'Full text';
  body.textContent = '…';
  details.append(summary, body);
  details.addEventListener('toggle', () => {
    if (!details.open) return;
    void text().then(
      (loaded) => (body.textContent = loaded),
      () => (body.textContent = 'The service does not respond. Close and open to try again.'),
    );
  });
  return details;
}

function small(text: string): HTMLElement {
  const element = document.createElement('small');
  element.textContent = text;
  return element;
}

/** A colour swatch before a label. */
export function swatch(colour: string): HTMLElement {
  const element = document.createElement('i');
  element.className = 'swatch';
  element.style.background = colour;
  return element;
}
