import { element } from './elements.ts';
import type { Mark, Overlay } from './overlays/overlay.ts';
import type { State } from './overlays/state.ts';
import { swatch } from './readout.ts';

/** The most marks that are listed in words. */
const mostListed = 40;

interface Row {
  box: HTMLInputElement;
  state: HTMLElement;
  kinds: HTMLElement;
  list: HTMLElement | undefined;
}

const rows = new Map<string, Row>();

/** Offers what can be drawn over the weather; every choice is told as the ids of all that are chosen. */
export function offerOverlays(overlays: Overlay[], choose: (ids: string[]) => void): void {
  const items = overlays.map(({ id, name, listed }) => {
    const item = document.createElement('li');
    const label = document.createElement('label');
    const box = Object.assign(document.createElement('input'), { type: 'checkbox', value: id });
    const state = document.createElement('span');
    const kinds = document.createElement('ul');
    state.className = 'state';
    state.id = `state-${id}`;
    box.setAttribute('aria-describedby', state.id);
    kinds.className = 'kinds';
    label.append(box, name);
    item.append(label, state, kinds);
    const list = listed ? listIn(item) : undefined;
    rows.set(id, { box, state, kinds, list });
    box.addEventListener('change', () =>
      choose(overlays.filter((each) => rows.get(each.id)?.box.checked).map((each) => each.id)),
    );
    return item;
  });
  element('marks').replaceChildren(...items);
}

function listIn(item: HTMLElement): HTMLElement {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const list = document.createElement('ul');
  summary.textContent = 'List them';
  list.className = 'list';
  details.append(summary, list);
  item.append(details);
  return list;
}

/** Tells how fresh an overlay is, and what its colours mean. */
export function showOverlay(
  { id }: Overlay,
  isShown: boolean,
  state: State,
  marks: Mark[],
  point: (mark: Mark) => void,
): void {
  const row = rows.get(id);
  if (!row) return;
  row.box.checked = isShown;
  row.state.textContent = state.text;
  row.state.classList.toggle('doubtful', state.isDoubtful);
  const ranked = marks.toSorted((one, other) => other.rank - one.rank);
  replace(row.kinds, [...new Map(ranked.map((mark) => [mark.kind, mark])).values()], kindItem);
  if (!row.list) return;
  row.list.parentElement!.hidden = marks.length === 0;
  replace(row.list, ranked.slice(0, mostListed), (mark) => listItem(mark, point));
}

/** In a line, for when the list is closed. */
export function summarise(names: string[]): void {
  element('drawn').textContent = names.join(', ').toLowerCase() || 'nothing';
}

/** Replaces the items of a list where they are others than before: what has the focus keeps it. */
function replace(list: HTMLElement, marks: Mark[], itemOf: (mark: Mark) => HTMLElement): void {
  const told = marks.map(({ kind, title, lines }) => [kind, title, ...lines].join()).join();
  if (list.dataset['told'] === told) return;
  list.dataset['told'] = told;
  list.replaceChildren(...marks.map(itemOf));
}

function kindItem({ kind, colour }: Mark): HTMLElement {
  const item = document.createElement('li');
  item.append(swatch(colour), kind);
  return item;
}

function listItem(mark: Mark, point: (mark: Mark) => void): HTMLElement {
  const item = document.createElement('li');
  const button = Object.assign(document.createElement('button'), { type: 'button' });
  const more = document.createElement('small');
  more.textContent = mark.lines.slice(0, 2).join(' · ');
  button.append(swatch(mark.colour), mark.title ?? mark.kind, more);
  button.addEventListener('click', () => point(mark));
  item.append(button);
  return item;
}
