import type { Problem } from '@severe/client';

/** What an element contains: texts and other elements. Texts are never read as HTML. */
export type Content = string | Node;

/** Creates an element. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  content: Content[] = [],
  properties: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...content);
  return element;
}

/** A button that calls `act` and is disabled meanwhile. */
export function button(
  label: string,
  act: () => Promise<void>,
  properties: Partial<HTMLButtonElement> = {},
): HTMLButtonElement {
  const made = make('button', [label], { type: 'button', ...properties });
  made.addEventListener('click', () => {
    made.disabled = true;
    void act().finally(() => (made.disabled = false));
  });
  return made;
}

/** A table with a title for screen readers. */
export function table(title: string, heads: string[], rows: Content[][]): HTMLTableElement {
  const made = make('table', [
    make('thead', [
      make(
        'tr',
        heads.map((head) => make('th', [head], { scope: 'col' })),
      ),
    ]),
    make(
      'tbody',
      rows.map((cells) =>
        make(
          'tr',
          cells.map((cell, i) => withHead(make('td', [cell]), heads[i])),
        ),
      ),
    ),
  ]);
  made.setAttribute('aria-label', title);
  return made;
}

/** Names the column of a cell, for narrow windows. */
function withHead(cell: HTMLTableCellElement, head: string): HTMLTableCellElement {
  cell.dataset['head'] = head;
  return cell;
}

/** A list of terms with their values. */
export function fillTerms(list: HTMLElement, terms: [term: string, value: Content][]): void {
  list.replaceChildren(...terms.map(([term, value]) => make('div', [make('dt', [term]), make('dd', [value])])));
}

/** A time in the zone and the language of the reader. */
export function timeOf(iso: string | null): Content {
  if (iso === null) return 'never';
  const text = new Date(iso).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  return make('time', [text], { dateTime: iso });
}

/** Links at the top of the page. */
export function fillLinks(links: [label: string, href: string][]): void {
  const nav = document.getElementById('links')!;
  nav.replaceChildren(...links.map(([label, href]) => make('a', [label], { href })));
}

/** Shows a problem at the top of the page; without one, removes it. */
export function showProblem(problem: Problem | undefined): void {
  document.getElementById('problem')!.textContent = problem?.message ?? '';
}

/** A box with a secret that is not shown again, and a button that copies it. */
export function secretBox(note: string, secret: string): HTMLElement {
  return make('div', [make('p', [note]), make('code', [secret]), ' ', copyButton(() => secret)], { className: 'key' });
}

/** A button that copies a text, and says so. */
export function copyButton(textOf: () => string, properties: Partial<HTMLButtonElement> = {}): HTMLButtonElement {
  const made = button(
    'Copy',
    async () => {
      await navigator.clipboard.writeText(textOf());
      made.textContent = 'Copied';
    },
    properties,
  );
  return made;
}
