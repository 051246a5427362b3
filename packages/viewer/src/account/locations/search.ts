import { element } from '../../elements.ts';
import type { Place } from '../../layers/layer.ts';
import { client, outcomeOf } from '../api.ts';
import { button, make } from '../build.ts';

const parts = {
  query: element<HTMLInputElement>('location-search'),
  find: element<HTMLButtonElement>('location-find'),
  found: element('location-found'),
};

/** Connects the search for towns and postcodes. `choose` is called with the chosen place. */
export function wireSearch(choose: (place: Place, label: string) => void): void {
  parts.find.addEventListener('click', () => void find(choose));
  parts.query.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // it would send the form
    void find(choose);
  });
}

async function find(choose: (place: Place, label: string) => void): Promise<void> {
  const q = parts.query.value.trim();
  if (q.length < 2) return parts.query.focus();
  const outcome = await outcomeOf(client.get('/geocode/search', { q }));
  if ('problem' in outcome) return showMessage(outcome.problem.message);
  const { results } = outcome.data;
  if (results.length === 0) return showMessage('No place found.');
  parts.found.replaceChildren(
    ...results.map(({ label, lat, lon }) => {
      const take = async (): Promise<void> => {
        parts.found.replaceChildren();
        choose({ lat, lon }, label);
      };
      return make('li', [button(label, take)]);
    }),
  );
}

function showMessage(text: string): void {
  parts.found.replaceChildren(make('li', [text]));
}
