import { t } from './language.ts';
import { element } from './elements.ts';
import type { MapSymbol, Overlay } from './overlays/overlay.ts';
import type { OverlayState } from './overlays/state.ts';
import { swatch } from './readout.ts';

/** Number of symbols that are listed as text. */
const maxListed = 40;

interface Row {
  box: HTMLInputElement;
  state: HTMLElement;
  kinds: HTMLElement;
  list: HTMLElement | undefined;
}

const rows = new Map<string, Row>();

/** Lists the overlays. `choose` is called with the ids of all chosen overlays. */
export function listOverlays(overlays: Overlay[], choose: (ids: string[]) => void): void {
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
  element('overlay-list').replaceChildren(...items);
}

function listIn(item: HTMLElement): HTMLElement {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  const list = document.createElement('ul');
  summary.textContent = t`List`;
  list.className = 'list';
  details.append(summary, list);
  item.append(details);
  return list;
}

/** Shows the state and the legend of an overlay. */
export function showOverlay(
  { id }: Overlay,
  isShown: boolean,
  state: OverlayState,
  symbols: MapSymbol[],
  point: (symbol: MapSymbol) => void,
): void {
  const row = rows.get(id);
  if (!row) return;
  row.box.checked = isShown;
  row.state.textContent = state.text;
  row.state.classList.toggle('unreliable', state.isUnreliable);
  const ranked = symbols.toSorted((one, other) => other.rank - one.rank);
  replace(row.kinds, [...new Map(ranked.map((symbol) => [symbol.kind, symbol])).values()], kindItem);
  if (!row.list) return;
  row.list.parentElement!.hidden = symbols.length === 0;
  replace(row.list, ranked.slice(0, maxListed), (symbol) => listItem(symbol, point));
}

/** Names the chosen overlays in one line, for the closed list. */
export function summarise(names: string[]): void {
  element('drawn').textContent = names.join('; ').toLowerCase() || t`nothing`;
}

/** Replaces the items of a list only if they differ, so that the focus stays. */
function replace(list: HTMLElement, symbols: MapSymbol[], itemOf: (symbol: MapSymbol) => HTMLElement): void {
  const content = symbols.map(({ kind, title, lines }) => [kind, title, ...lines].join()).join();
  if (list.dataset['content'] === content) return;
  list.dataset['content'] = content;
  list.replaceChildren(...symbols.map(itemOf));
}

function kindItem({ kind, colour }: MapSymbol): HTMLElement {
  const item = document.createElement('li');
  item.append(swatch(colour), kind);
  return item;
}

function listItem(symbol: MapSymbol, point: (symbol: MapSymbol) => void): HTMLElement {
  const item = document.createElement('li');
  const button = Object.assign(document.createElement('button'), { type: 'button' });
  const more = document.createElement('small');
  more.textContent = symbol.lines.slice(0, 2).join(' · ');
  button.append(swatch(symbol.colour), symbol.title ?? symbol.kind, more);
  button.addEventListener('click', () => point(symbol));
  item.append(button);
  return item;
}
