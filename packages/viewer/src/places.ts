import { element } from './elements.ts';
import type { Place } from './layers/layer.ts';
import { client } from './service.ts';

const controls = {
  toggle: element<HTMLButtonElement>('find'),
  form: element<HTMLFormElement>('places'),
  name: element<HTMLInputElement>('place'),
  found: element<HTMLUListElement>('found'),
};

/** Connects the search for towns and postcodes. `go` is called with the chosen place. */
export function wirePlaces(go: (place: Place) => void): void {
  controls.toggle.addEventListener('click', () => show(controls.form.hidden === true));
  controls.form.addEventListener('submit', (event) => {
    event.preventDefault();
    void find(controls.name.value.trim(), go);
  });
  controls.form.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') show(false);
  });
}

function show(isShown: boolean): void {
  controls.form.hidden = !isShown;
  controls.toggle.setAttribute('aria-expanded', String(isShown));
  if (isShown) controls.name.focus();
  else controls.toggle.focus();
}

async function find(q: string, go: (place: Place) => void): Promise<void> {
  const result = await client.get('/geocode/search', { q }).catch(() => undefined);
  if (!result?.data) return showMessage('The service does not respond. Try again.');
  const { results } = result.data;
  if (results.length === 0) return showMessage('No place found.');
  controls.found.replaceChildren(
    ...results.map(({ label, lat, lon }) => {
      const item = document.createElement('li');
      const button = Object.assign(document.createElement('button'), { type: 'button', textContent: label });
      button.addEventListener('click', () => {
        show(false);
        controls.found.replaceChildren();
        go({ lat, lon });
      });
      item.append(button);
      return item;
    }),
  );
  controls.found.querySelector('button')?.focus();
}

function showMessage(text: string): void {
  const item = document.createElement('li');
  item.textContent = text;
  controls.found.replaceChildren(item);
}
