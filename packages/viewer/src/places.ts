import { t } from './language.ts';
import { element, onPage } from './elements.ts';
import type { Place } from './layers/layer.ts';
import { client, type Schemas } from './service.ts';

/** Wait after a key until places are suggested. */
const suggestMs = 250;

/** Letters from which places are suggested. */
const leastLetters = 2;

const controls = onPage({
  toggle: () => element<HTMLButtonElement>('find'),
  form: () => element<HTMLFormElement>('places'),
  name: () => element<HTMLInputElement>('place'),
  found: () => element<HTMLUListElement>('found'),
});

type Found = Schemas['GeocodeSearch']['results'];

/** The search for places: it suggests them while a name is typed, and Enter goes to the best match. */
class PlaceSearch {
  readonly #go: (place: Place) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the last request: an answer to an earlier one is not shown. */
  #request = 0;

  /** @param go called with the chosen place */
  constructor(go: (place: Place) => void) {
    this.#go = go;
  }

  /** Suggests places soon. */
  suggest(): void {
    this.#cancel();
    const name = controls.name.value.trim();
    if (name.length < leastLetters) return controls.found.replaceChildren();
    this.#timer = setTimeout(() => void this.#find(name, (found) => this.#list(found)), suggestMs);
  }

  /** Goes to the best match. */
  submit(): void {
    this.#cancel();
    void this.#find(controls.name.value.trim(), (found) => {
      if (found.length > 0) this.#choose(found[0]);
      else this.#list(found);
    });
  }

  /** Moves the focus in the list. @param by 1 or -1 */
  move(by: number): void {
    const stops = [controls.name, ...controls.found.querySelectorAll('button')];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    stops[Math.max(0, Math.min(stops.length - 1, at + by))].focus();
  }

  /** Opens or closes the search. */
  show(isShown: boolean): void {
    this.#cancel();
    controls.form.hidden = !isShown;
    controls.toggle.setAttribute('aria-expanded', String(isShown));
    if (isShown) controls.name.focus();
    else controls.toggle.focus();
  }

  async #find(q: string, use: (found: Found) => void): Promise<void> {
    const request = ++this.#request;
    setBusy(true);
    const result = await client.get('/geocode/search', { q }).catch(() => undefined);
    if (request !== this.#request) return;
    setBusy(false);
    if (!result?.data) showMessage(t`The service does not respond. Try again.`);
    else use(result.data.results);
  }

  #list(found: Found): void {
    if (found.length === 0) return showMessage(t`No place found.`);
    controls.found.replaceChildren(
      ...found.map((place) => {
        const item = document.createElement('li');
        const button = Object.assign(document.createElement('button'), { type: 'button', textContent: place.label });
        button.addEventListener('click', () => this.#choose(place));
        item.append(button);
        return item;
      }),
    );
  }

  #choose({ lat, lon }: Place): void {
    this.show(false);
    controls.found.replaceChildren();
    this.#go({ lat, lon });
  }

  #cancel(): void {
    clearTimeout(this.#timer);
    this.#request++;
    setBusy(false);
  }
}

/** Connects the search. `go` is called with the chosen place. */
export function wirePlaces(go: (place: Place) => void): void {
  const search = new PlaceSearch(go);
  controls.toggle.addEventListener('click', () => search.show(controls.form.hidden === true));
  controls.name.addEventListener('input', () => search.suggest());
  controls.form.addEventListener('submit', (event) => {
    event.preventDefault();
    search.submit();
  });
  controls.form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') search.show(false);
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    search.move(by);
  });
}

function setBusy(isBusy: boolean): void {
  controls.form.setAttribute('aria-busy', String(isBusy));
  if (isBusy) showMessage(t`Searching…`);
}

function showMessage(text: string): void {
  const item = document.createElement('li');
  item.textContent = text;
  controls.found.replaceChildren(item);
}
