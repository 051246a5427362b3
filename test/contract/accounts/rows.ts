import type { AccountContract, FieldRule } from './contract.ts';

const severities = ['Extreme', 'Severe', 'Moderate', 'Minor'];
const user = ['id', 'email', 'name', 'role', 'email_verified', 'created_at'];
const key = ['id', 'name', 'prefix', 'rate_limit', 'is_active', 'created_at', 'last_used_at'];
const location = ['id', 'name', 'label', 'lat', 'lon', 'alerts_enabled', 'min_severity', 'created_at'];
const webhook = ['id', 'url', 'format', 'bbox', 'geometry', 'event_types', 'min_severity', 'when', 'min_dbz', 'within_minutes', 'enabled', 'secret', 'consecutive_failures', 'last_delivery_at', 'last_status', 'disabled_at', 'disabled_reason', 'created_at']; // prettier-ignore
const userRow = ['id', 'email', 'name', 'role', 'is_active', 'email_verified', 'saved_locations', 'api_keys', 'created_at', 'last_login_at']; // prettier-ignore
const sent = ['delivered', 'status_code', 'duration_ms', 'error'];

const email: FieldRule = { email: true, required: true };
const password: FieldRule = { text: { min: 8, max: 128 }, required: true };
const token: FieldRule = { values: { good: [], bad: [7, {}, []] }, required: true };
const name: FieldRule = { text: { min: 1, max: 128 } };

const square = [[-98, 35], [-97, 35], [-97, 36], [-98, 36], [-98, 35]]; // prettier-ignore
/** The geofence is tested by itself, because exactly one of two fields is needed. */
const filters: Record<string, FieldRule> = {
  event_types: { values: { good: [['Tornado Warning'], []], bad: ['Tornado Warning', [7], [''], {}] }, nullable: true },
  min_severity: { oneOf: severities, nullable: true },
};
const url: FieldRule = {
  values: { good: [], bad: ['http://localhost:8443/', 'https://a:b@localhost:8443/', 'https://localhost:22/', '', 7] },
};

/** The 25 endpoints of the specification, in its order, and the two of decision 11. */
export const accountContracts: AccountContract[] = [
  { method: 'POST', path: '/auth/signup', access: 'public', status: 201, fields: { email, password, name: { text: { max: 128 }, nullable: true } }, returns: user }, // prettier-ignore
  { method: 'POST', path: '/auth/login', access: 'public', status: 200, fields: { email: { ...email, values: { good: [], bad: [7, { $gt: '' }] } }, password: { values: { good: [], bad: [7, { $gt: '' }] }, required: true } }, returns: user }, // prettier-ignore
  { method: 'POST', path: '/auth/logout', access: 'public', status: 200, returns: ['ok'] },
  { method: 'GET', path: '/auth/me', access: 'session', status: 200, returns: user },
  { method: 'POST', path: '/auth/verify-email', access: 'public', status: 200, fields: { token }, returns: user },
  { method: 'POST', path: '/auth/resend-verification', access: 'session', status: 200, returns: ['ok'] },
  { method: 'POST', path: '/auth/forgot-password', access: 'public', status: 200, fields: { email: { ...email, values: { good: [], bad: [7, { $gt: '' }] } } }, returns: ['ok'] }, // prettier-ignore
  { method: 'POST', path: '/auth/reset-password', access: 'public', status: 200, fields: { token, password }, returns: user }, // prettier-ignore

  { method: 'GET', path: '/account/api-keys', access: 'session', status: 200, returns: key },
  { method: 'POST', path: '/account/api-keys', access: 'session', status: 201, fields: { name: { ...name, required: true } }, returns: [...key, 'key'] }, // prettier-ignore
  { method: 'DELETE', path: '/account/api-keys/{key_id}', access: 'session', status: 204, thing: 'key', isOwned: true },
  { method: 'GET', path: '/account/locations', access: 'session', status: 200, returns: location },
  {
    method: 'POST',
    path: '/account/locations',
    access: 'session',
    status: 201,
    fields: {
      name: { ...name, required: true },
      lat: { number: { min: -90, max: 90 }, required: true },
      lon: { number: { min: -180, max: 180 }, required: true },
      label: { text: { max: 256 }, nullable: true },
      alerts_enabled: { boolean: true },
      min_severity: { oneOf: severities },
    },
    returns: location,
  },
  { method: 'PATCH', path: '/account/locations/{loc_id}', access: 'session', status: 200, thing: 'location', isOwned: true, fields: { name, alerts_enabled: { boolean: true }, min_severity: { oneOf: severities } }, returns: location }, // prettier-ignore
  { method: 'DELETE', path: '/account/locations/{loc_id}', access: 'session', status: 204, thing: 'location', isOwned: true }, // prettier-ignore
  { method: 'POST', path: '/account/webhooks', access: 'session', status: 201, body: { bbox: [-98, 35, -97, 36] }, fields: { url: { ...url, required: true }, ...filters }, returns: webhook }, // prettier-ignore
  { method: 'GET', path: '/account/webhooks', access: 'session', status: 200, returns: webhook },
  {
    method: 'PATCH',
    path: '/account/webhooks/{id}',
    access: 'session',
    status: 200,
    thing: 'webhook',
    isOwned: true,
    fields: {
      url,
      ...filters,
      enabled: { boolean: true },
      is_active: { boolean: true },
      bbox: { values: { good: [[-98, 35, -97, 36], [175, -20, -175, -10]], bad: [[0, 1, 2], [0, 10, 1, 5], [0, 0, 1, 91], [0, 0, 181, 1], '0,0,1,1'] }, nullable: true }, // prettier-ignore
      geometry: { values: { good: [{ type: 'Point', coordinates: [-97, 35] }, { type: 'Polygon', coordinates: [square] }], bad: [{ type: 'LineString', coordinates: square }, { type: 'Polygon', coordinates: [square.slice(1)] }, 'POINT(0 0)', 7] }, nullable: true }, // prettier-ignore
    },
    returns: webhook,
  },
  { method: 'POST', path: '/account/webhooks/{id}/rotate', access: 'session', status: 200, thing: 'webhook', isOwned: true, returns: ['id', 'secret'] }, // prettier-ignore
  { method: 'POST', path: '/account/webhooks/{id}/test', access: 'session', status: 200, thing: 'webhook', isOwned: true, returns: sent }, // prettier-ignore
  { method: 'DELETE', path: '/account/webhooks/{id}', access: 'session', status: 204, thing: 'webhook', isOwned: true },

  { method: 'GET', path: '/admin/stats', access: 'admin', status: 200, returns: ['users_total', 'users_active', 'users_verified', 'users_admin', 'signups_last_7d', 'signups_last_30d', 'saved_locations', 'api_keys_active', 'alerts_active', 'alerts_total', 'reports_24h', 'observations_total'] }, // prettier-ignore
  {
    method: 'GET',
    path: '/admin/users',
    access: 'admin',
    status: 200,
    query: {
      q: { text: { good: ['ann', '%', "'; drop table users;--"], bad: [] } },
      limit: { integer: { min: 1, max: 200 }, default: 50 },
      offset: { integer: { min: 0 }, default: 0 },
    },
    returns: userRow,
  },
  { method: 'PATCH', path: '/admin/users/{user_id}', access: 'admin', status: 200, thing: 'user', fields: { is_active: { boolean: true, nullable: true }, role: { oneOf: ['user', 'admin'], nullable: true } }, returns: userRow }, // prettier-ignore
  { method: 'GET', path: '/admin/ingest-health', access: 'admin', status: 200 },

  { method: 'GET', path: '/account/webhooks/{id}/deliveries', access: 'session', status: 200, thing: 'webhook', isOwned: true, returns: ['id', 'delivery_id', 'message_id', 'alert_id', 'outcome', 'status_code', 'error', 'reason', 'duration_ms', 'attempted_at', 'request_body', 'response_body'] }, // prettier-ignore
  { method: 'POST', path: '/account/webhooks/{id}/deliveries/{delivery_id}/redeliver', access: 'session', status: 200, thing: 'delivery', isOwned: true, returns: sent }, // prettier-ignore
];
