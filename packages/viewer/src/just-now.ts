import { locale, t } from './language.ts';
import { element, isRoomy } from './elements.ts';

/** Something that has just happened. */
interface Happening {
  /** A later happening with the same key replaces it. */
  key: string;
  text: string;
  at: Date;
  /** Shows it on the map. */
  show?: () => void;
}

const maxListed = 5;
const times = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });

/** Opens the list if there is room for it. */
export function wireJustNow(): void {
  element<HTMLDetailsElement>('just-now').open = isRoomy();
}

/** Adds to the list of what has just happened, newest first. Other items keep the focus. */
export function addHappening(happening: Happening): void {
  const list = element('happenings');
  list.querySelector(`[data-key="${CSS.escape(happening.key)}"]`)?.remove();
  list.prepend(itemOf(happening));
  while (list.children.length > maxListed) list.lastElementChild!.remove();
  element('newest').textContent = happening.text;
}

/** Shows whether the page follows the live stream or polls. */
export function showLive(isLive: boolean, pollSeconds: number): void {
  element('live').textContent = isLive ? t`live` : t`checked every ${pollSeconds} s`;
}

/** Reads a text aloud in a screen reader, when it has finished what it reads. */
export function announce(text: string): void {
  element('announced').textContent = text;
}

function itemOf({ key, text, at, show }: Happening): HTMLElement {
  const item = document.createElement('li');
  item.dataset['key'] = key;
  const time = document.createElement('time');
  time.dateTime = at.toISOString();
  time.textContent = times.format(at);
  const content = document.createElement(show ? 'button' : 'span');
  content.textContent = text;
  if (show) {
    content.setAttribute('type', 'button');
    content.addEventListener('click', show);
  }
  item.append(time, content);
  return item;
}
