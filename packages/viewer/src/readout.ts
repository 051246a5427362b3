import type { Reading } from './layers/layer.ts';
import type { Words } from './overlays/overlay.ts';

/** More marks than this at a place are counted, not told. */
const mostTold = 6;

/** What is told of one layer at a place. */
export interface Told {
  name: string;
  when: string;
  reading: Reading;
}

/** What is drawn at a place, and room for the values there, which come later. */
export function readout(where: string, words: Words[]): { box: HTMLElement; tell: (told: Told[]) => void } {
  const box = document.createElement('div');
  const values = document.createElement('div');
  values.setAttribute('role', 'status');
  values.textContent = '…';
  const rest = words.length - mostTold;
  box.append(
    ...words.slice(0, mostTold).flatMap(wordsOf),
    ...(rest > 0 ? [small(`and ${rest} more here`)] : []),
    values,
    small(where),
  );
  return { box, tell: (told) => values.replaceChildren(...told.flatMap(valueOf)) };
}

function valueOf({ name, when, reading }: Told): HTMLElement[] {
  const value = document.createElement('b');
  value.textContent = reading.text;
  if (reading.colour) value.prepend(swatch(reading.colour));
  return [value, ...[`${name}, ${when}`, reading.more].filter((line) => line !== undefined).map(small)];
}

function wordsOf({ kind, title, colour, lines, text }: Words): HTMLElement[] {
  const name = document.createElement('b');
  name.append(swatch(colour), title ?? kind);
  return [name, ...lines.map(small), ...(text ? [fullText(text)] : [])];
}

/** A text that is fetched when it is opened. */
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
      (words) => (body.textContent = words),
      () => (body.textContent = 'The service does not answer. Close and open it to ask again.'),
    );
  });
  return details;
}

function small(text: string): HTMLElement {
  const element = document.createElement('small');
  element.textContent = text;
  return element;
}

/** A spot of colour before a word. */
export function swatch(colour: string): HTMLElement {
  const element = document.createElement('i');
  element.className = 'swatch';
  element.style.background = colour;
  return element;
}
