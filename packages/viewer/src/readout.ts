import { t } from './language.ts';
import type { Reading } from './layers/layer.ts';
import type { Description } from './overlays/overlay.ts';
import { utcTime } from './times.ts';

/** Number of descriptions shown at a place; further ones are counted. */
const maxShown = 6;

/** The reading of one layer at a place. */
export interface LayerReading {
  name: string;
  /** The time of the frame that was read. */
  at: Date;
  reading: Reading;
}

/** A box with what is drawn at a place, and the values there. */
export interface Readout {
  box: HTMLElement;
  /** Replaces the descriptions, if they read otherwise: a text that the reader has opened stays open. */
  describe: (descriptions: Description[]) => void;
  /** @param readings undefined while they are loaded */
  read: (readings: LayerReading[] | undefined) => void;
}

export function createReadout(where: string): Readout {
  const box = document.createElement('div');
  box.className = 'readout';
  box.tabIndex = 0; // it scrolls
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', where);
  const values = document.createElement('div');
  values.setAttribute('role', 'status');
  const place = small(where);
  let described: string | undefined;
  return {
    box,
    describe(descriptions) {
      const words = JSON.stringify(descriptions.map(({ kind, title, colour, lines }) => [kind, title, colour, lines]));
      if (words === described) return;
      described = words;
      const rest = descriptions.length - maxShown;
      const drawn = descriptions.slice(0, maxShown).flatMap(elementsOf);
      box.replaceChildren(...drawn, ...(rest > 0 ? [small(t`and ${rest} more here`)] : []), values, place);
    },
    read: (readings) => values.replaceChildren(...(readings?.flatMap(valueOf) ?? ['…'])),
  };
}

function valueOf({ name, at, reading }: LayerReading): HTMLElement[] {
  const value = document.createElement('b');
  value.textContent = reading.text;
  if (reading.colour) value.prepend(swatch(reading.colour));
  const when = document.createElement('time');
  when.dateTime = at.toISOString();
  when.textContent = utcTime(at);
  const source = small(`${name}, `);
  source.append(when);
  return [value, source, ...(reading.more === undefined ? [] : [small(reading.more)])];
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
  summary.textContent = t`Full text`;
  body.textContent = '…';
  details.append(summary, body);
  details.addEventListener('toggle', () => {
    if (!details.open) return;
    void text().then(
      (loaded) => (body.textContent = loaded),
      () => (body.textContent = t`The service does not respond. Close and open to try again.`),
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
