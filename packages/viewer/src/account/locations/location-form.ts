import { foldLongitude } from '@severe/geo';
import { element } from '../../elements.ts';
import type { Place } from '../../layers/layer.ts';
import { client, outcomeOf } from '../api.ts';
import { handleForm } from '../form.ts';
import { wireSearch } from './search.ts';

const fields = {
  form: element<HTMLFormElement>('location-form'),
  name: element<HTMLInputElement>('location-name'),
  lat: element<HTMLInputElement>('location-lat'),
  lon: element<HTMLInputElement>('location-lon'),
  state: element('location-state'),
};

interface LocationFormOptions {
  /** Called after a location was saved. */
  saved: () => Promise<void>;
  /** Called with the place in the fields, or without one. */
  placed: (place: Place | undefined) => void;
}

interface LocationForm {
  /** Takes a place that was picked on the map. */
  place: (place: Place) => void;
}

/** Makes the form save a location: the place is picked on the map, found by its name, or typed. */
export function startLocationForm({ saved, placed }: LocationFormOptions): LocationForm {
  function setPlace({ lat, lon }: Place, name?: string): void {
    const wrapped = Number(foldLongitude(lon).toFixed(4)); // the map counts on beyond 180
    fields.lat.value = String(lat);
    fields.lon.value = String(wrapped);
    if (name && fields.name.value === '') fields.name.value = name.slice(0, fields.name.maxLength);
    fields.state.textContent = `Picked: ${lat}, ${wrapped}.`;
    placed({ lat, lon: wrapped });
  }

  for (const field of [fields.lat, fields.lon]) {
    field.addEventListener('change', () => {
      const [lat, lon] = [fields.lat.valueAsNumber, fields.lon.valueAsNumber];
      placed(Number.isNaN(lat) || Number.isNaN(lon) ? undefined : { lat, lon });
    });
  }
  wireSearch((place, label) => {
    setPlace(place, label);
    fields.name.focus();
  });
  handleForm(
    fields.form,
    async ({ name, lat, lon, label, alerts_enabled: mails, min_severity: severity }) => {
      const body = {
        name,
        lat: Number(lat),
        lon: Number(lon),
        label: label || null,
        alerts_enabled: mails === 'on',
        min_severity: severity as 'Severe',
      };
      const outcome = await outcomeOf(client.post('/account/locations', { body }));
      if ('problem' in outcome) return outcome.problem;
      fields.form.reset();
      fields.state.textContent = `${outcome.data.name} is saved.`;
      placed(undefined);
      await saved();
      return undefined;
    },
    'location-problem',
  );
  return { place: setPlace };
}
