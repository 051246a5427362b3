import { element } from './elements.ts';

/** Whether this is the form of the map for other pages, at `/embed`: without accounts, places and options. */
export const isEmbedded = (): boolean => document.documentElement.dataset['embedded'] !== undefined;

/**
 * Takes the view from the query of the address, which has the parts of a link and `theme`, and lets the link to the full map
 * have the same view.
 */
export function takeQuery(): void {
  const query = new URLSearchParams(location.search);
  const theme = query.get('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  query.delete('theme');
  if (location.hash === '')
    history.replaceState(history.state, '', `#${[...query].map((part) => part.join('=')).join('&')}`);
  const link = element<HTMLAnchorElement>('full-map');
  link.hidden = false;
  const follow = () => (link.href = `./${location.hash}`);
  follow();
  for (const event of ['pointerdown', 'focus', 'click']) link.addEventListener(event, follow);
}
