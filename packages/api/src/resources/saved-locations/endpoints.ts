import { formatTime, RequestError } from '@severe/base';
import { jobs } from '@severe/catalogue';
import type { SavedLocation } from '@severe/db';
import { integer, Reply, required, shape, type TypeOf } from '@severe/http';
import { whileSignedIn } from '../../access/still-signed-in.ts';
import { endpoint } from '../../context.ts';
import { locationChange, newLocation, savedLocation } from './schema.ts';

const common = { tag: 'Saved locations', cache: 'no-store', access: 'session' } as const;
const unavailable = { 503: 'The database is unavailable.' };
const errors = { ...unavailable, 404: 'The user has no such saved location.' };
const params = { loc_id: required(integer({ about: 'Id of the saved location.' })) };
const notFound = (): RequestError => new RequestError(404, 'Saved location not found');

/** GET /account/locations */
export const listLocations = endpoint({
  ...common,
  path: '/account/locations',
  summary: 'Saved locations of the user, oldest first.',
  response: shape.arrayOf(savedLocation),
  errors: unavailable,
  handle: async ({ user }, { db }) => (await db.savedLocations.ofUser(user.id)).map(presentLocation),
});

/** POST /account/locations */
export const createLocation = endpoint({
  ...common,
  method: 'POST',
  path: '/account/locations',
  summary: 'Saves a location. Alerts at it are mailed to the verified address of the user, each event once.',
  body: newLocation,
  status: 201,
  response: savedLocation,
  errors: { ...unavailable, 409: 'The user has as many saved locations as an account may have.' },
  async handle({ user, body, headers }, { db, sessions, settings, wake }) {
    const { name, lat, lon, label = null, alerts_enabled: alertsEnabled, min_severity: minSeverity } = body;
    const location = { name, lat, lon, label, alertsEnabled, minSeverity };
    const made = await whileSignedIn(
      sessions,
      headers,
      () => db.savedLocations.insert(user.id, location, settings.maxLocations),
      async (unwanted) => unwanted && db.savedLocations.remove(user.id, unwanted.id),
    );
    if (!made) throw new RequestError(409, `Saved location limit reached (${settings.maxLocations})`);
    wake(jobs.matchAlerts);
    return presentLocation(made);
  },
});

/** PATCH /account/locations/{loc_id} */
export const updateLocation = endpoint({
  ...common,
  method: 'PATCH',
  path: '/account/locations/{loc_id}',
  summary: 'Changes the name or the alerts of a saved location.',
  params,
  body: locationChange,
  response: savedLocation,
  errors,
  async handle({ user, path, body }, { db }) {
    const { name, alerts_enabled: alertsEnabled, min_severity: minSeverity } = body;
    const change = {
      ...(name === undefined ? {} : { name }),
      ...(alertsEnabled === undefined ? {} : { alertsEnabled }),
      ...(minSeverity === undefined ? {} : { minSeverity }),
    };
    const updated = await db.savedLocations.update(user.id, path.loc_id, change);
    if (!updated) throw notFound();
    return presentLocation(updated);
  },
});

/** DELETE /account/locations/{loc_id} */
export const deleteLocation = endpoint({
  ...common,
  method: 'DELETE',
  path: '/account/locations/{loc_id}',
  summary: 'Removes a saved location.',
  params,
  status: 204,
  response: { about: 'The location is removed.' },
  errors,
  async handle({ user, path }, { db }) {
    if (!(await db.savedLocations.remove(user.id, path.loc_id))) throw notFound();
    return new Reply(204, {});
  },
});

/** A saved location as its owner sees it. */
function presentLocation(location: SavedLocation): TypeOf<typeof savedLocation> {
  const { id, name, label, lat, lon, alertsEnabled, minSeverity, createdAt } = location;
  return {
    id,
    name,
    label,
    lat,
    lon,
    alerts_enabled: alertsEnabled,
    min_severity: minSeverity,
    created_at: formatTime(createdAt),
  };
}
