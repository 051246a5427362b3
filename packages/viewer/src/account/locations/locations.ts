import type { Schemas } from '@severe/client';
import { element } from '../../elements.ts';
import { withStatus, type SavedPlace } from '../../saved-places/load-saved-places.ts';
import { lookOfStatus } from '../../saved-places/status-look.ts';
import { client, outcomeOf } from '../api.ts';
import { button, make, showProblem, table, type Content } from '../build.ts';
import { badge } from '../status-badge.ts';
import { startLocationForm } from './location-form.ts';
import { LocationMap } from './location-map.ts';

type Location = Schemas['SavedLocation'];

const severities = ['Minor', 'Moderate', 'Severe', 'Extreme'] as const;

/** Status of the weather is loaded again after this. */
const refreshMs = 60_000;

let map: LocationMap | undefined;
/** Number of the last list: statuses of an earlier one are not shown. */
let listed = 0;

/** Lists the saved locations with their status, on the map and as a table, and lets the reader add, change and remove them. */
export async function startLocations(): Promise<void> {
  const form = startLocationForm({ saved: listLocations, placed: (place) => map?.showPicked(place) });
  await listLocations();
  map = await LocationMap.open(element('location-map'), (place) => form.place(place));
  await listLocations();
  setInterval(() => void (document.hidden || listLocations()), refreshMs);
}

async function listLocations(): Promise<void> {
  const number = ++listed;
  const outcome = await outcomeOf(client.get('/account/locations'));
  if ('problem' in outcome) return showProblem(outcome.problem);
  if (!element('locations').hasChildNodes()) show(outcome.data.map((location) => ({ location }))); // before the weather
  const places = await withStatus(outcome.data);
  if (number === listed) show(places);
}

function show(places: (Pick<SavedPlace, 'location'> & Partial<SavedPlace>)[]): void {
  const focused = document.activeElement?.getAttribute('aria-label');
  map?.showPlaces(places);
  const heads = ['Name', 'Weather now', 'Place', 'Mail alerts', 'From severity', 'Change'];
  element('locations').replaceChildren(
    places.length === 0
      ? make('p', ['There are no saved locations yet. Click a place on the map, or search for it.'])
      : table('Saved locations', heads, places.map(rowOf)),
  );
  if (focused)
    element('locations')
      .querySelector<HTMLElement>(`[aria-label="${CSS.escape(focused)}"]`)
      ?.focus();
}

function rowOf({ location, status, reason }: Pick<SavedPlace, 'location'> & Partial<SavedPlace>): Content[] {
  const { name, label, lat, lon } = location;
  const weather = status ? make('span', [badge(status, lookOfStatus(status).name), reason ?? '']) : '…';
  const map = make('a', [`${lat}, ${lon}`], { href: `/#at=8/${lat}/${lon}&place=${lat},${lon}` });
  return [
    make('span', [name, ...(label ? [make('small', [label])] : [])]),
    weather,
    map,
    mailBox(location),
    severityList(location),
    button('Remove', () => remove(location), { ariaLabel: `Remove ${name}` }),
  ];
}

function mailBox(location: Location): HTMLElement {
  const box = make('input', [], { type: 'checkbox', checked: location.alerts_enabled });
  box.setAttribute('aria-label', `Mail alerts at ${location.name}`);
  box.addEventListener('change', () => void change(location, { alerts_enabled: box.checked }));
  return box;
}

function severityList(location: Location): HTMLElement {
  const list = make(
    'select',
    severities.map((severity) => make('option', [severity], { selected: severity === location.min_severity })),
  );
  list.setAttribute('aria-label', `Lowest severity of mails about ${location.name}`);
  list.addEventListener('change', () => void change(location, { min_severity: severities[list.selectedIndex] }));
  return list;
}

/** Changes what applies without a button. The request outlasts the page, as the reader sees the change as made. */
async function change(
  { id, name }: Location,
  body: Partial<Pick<Location, 'alerts_enabled' | 'min_severity'>>,
): Promise<void> {
  const outcome = await outcomeOf(
    client.patch('/account/locations/{loc_id}', { loc_id: id, body }, { keepalive: true }),
  );
  showProblem('problem' in outcome ? outcome.problem : undefined);
  element('location-state').textContent = 'problem' in outcome ? '' : `The change to ${name} is saved.`;
  await listLocations();
}

async function remove({ id, name }: Location): Promise<void> {
  if (!confirm(`Remove "${name}"? Its alert mails end.`)) return;
  const outcome = await outcomeOf(client.delete('/account/locations/{loc_id}', { loc_id: id }));
  showProblem('problem' in outcome ? outcome.problem : undefined);
  await listLocations();
}
