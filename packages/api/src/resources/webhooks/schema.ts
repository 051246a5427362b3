import { nowcast } from '@severe/catalogue';
import { webhookOccasions } from '@severe/db';
import { boolean, integer, list, nullable, number, oneOf, required, shape, text, unchecked } from '@severe/http';
import { postErrors, webhookFormats } from '@severe/outbound';
import { severityWords } from '../saved-locations/schema.ts';
import { fenceShape, mostVertices } from './read-fence.ts';

const about = {
  format:
    'What its messages are: `json` is signed JSON for programs, any other a note for people in the form of that service. ' +
    'Default: by the host of the address, else `json`.',
  bbox: 'Geofence as a box: west, south, east, north in degrees. West above east crosses the antimeridian.',
  geometry: `Geofence as a GeoJSON Point, Polygon or MultiPolygon with at most ${mostVertices} vertices.`,
  events: 'Names of events in any case; null or an empty list for all.',
  severity: 'Lowest severity; null for all.',
  when: '`issued`: when an alert meets the geofence. `expected`: before an echo arrives there that is more likely than not by the extrapolation of the radar, once an hour at most; then the geofence is at most 5 degrees wide and high.',
  minDbz: 'Of `expected`: the least reflectivity of the echo. 20 dBZ is rain, 35 heavy rain, 50 hail.',
  within: 'Of `expected`: how many minutes ahead, at most.',
};
const time = (what: string) => shape.nullable(shape.time({ about: what }));
const bboxShape = shape.arrayOf(shape.number(), { length: 4, about: about.bbox });

/** A webhook in a response. The secret is complete in responses to its creation only. */
export const webhookShape = shape.named(
  'Webhook',
  shape.object({
    id: shape.integer(),
    url: shape.text({ about: 'Address that receives the deliveries.', example: 'https://hooks.example.com/wx' }),
    format: shape.oneOf(webhookFormats, { about: about.format }),
    bbox: shape.nullable(bboxShape),
    geometry: shape.nullable(fenceShape),
    event_types: shape.nullable(shape.arrayOf(shape.text({ example: 'Tornado Warning' }), { about: about.events })),
    min_severity: shape.nullable(shape.oneOf(severityWords, { about: about.severity })),
    when: shape.oneOf(webhookOccasions, { about: about.when }),
    min_dbz: shape.integer({ about: about.minDbz }),
    within_minutes: shape.integer({ about: about.within }),
    enabled: shape.boolean({ about: 'Whether alerts are delivered.' }),
    secret: shape.text({
      about: 'Signing secret: complete at creation and rotation, else its last four characters.',
      example: 'whsec_...Y2Vm',
    }),
    consecutive_failures: shape.integer({
      about: 'Failed cycles in a row. At 15 the webhook is disabled; any delivery sets it to 0.',
    }),
    last_delivery_at: time('Time of the last attempt to deliver an alert.'),
    last_status: shape.nullable(shape.integer({ about: 'HTTP status of that attempt; null without a response.' })),
    disabled_at: time('Time at which it was disabled.'),
    disabled_reason: shape.nullable(shape.text({ about: 'Why it was disabled.' })),
    created_at: shape.time({ about: 'Time of the registration.' }),
  }),
);

/** A new secret. */
export const rotatedShape = shape.named(
  'WebhookSecret',
  shape.object({
    id: shape.integer({ about: 'Id of the webhook.' }),
    secret: shape.text({ about: 'The new secret. It is not shown again.' }),
  }),
);

/** Result of a ping or of a manual delivery. */
export const sentShape = shape.named(
  'WebhookTest',
  shape.object({
    delivered: shape.boolean({ about: 'Whether the receiver answered with 2xx.' }),
    status_code: shape.nullable(shape.integer({ about: 'HTTP status of the receiver; null without a response.' })),
    duration_ms: shape.integer({ about: 'Time of the attempt in milliseconds.' }),
    error: shape.nullable(shape.oneOf(postErrors, { about: 'Why it was not delivered.' })),
  }),
);

/** An entry of the log of deliveries. */
export const attemptShape = shape.named(
  'WebhookAttempt',
  shape.object({
    id: shape.integer(),
    delivery_id: shape.nullable(
      shape.integer({ about: 'Delivery that can be sent again with `redeliver`; null for a ping.' }),
    ),
    message_id: shape.text({ about: 'The `webhook-id` header.', example: 'msg_12_48213_extreme' }),
    alert_id: shape.nullable(shape.integer({ about: 'Id of the alert; null for a ping and for an expected echo.' })),
    outcome: shape.oneOf(['delivered', 'failed', 'expired'], {
      about: '`expired`: the alert ended before it was delivered, and nothing was sent.',
    }),
    status_code: shape.nullable(shape.integer({ about: 'HTTP status of the receiver.' })),
    error: shape.nullable(shape.oneOf(postErrors, { about: 'Why it was not delivered.' })),
    reason: shape.nullable(shape.text({ about: 'The same in a sentence.' })),
    duration_ms: shape.nullable(shape.integer({ about: 'Time of the attempt in milliseconds.' })),
    attempted_at: shape.time({ about: 'Time of the attempt.' }),
    request_body: shape.nullable(shape.text({ about: 'The body that was sent, byte for byte.' })),
    response_body: shape.nullable(shape.text({ about: 'Beginning of the response, at most 2,000 characters.' })),
  }),
);

const filters = {
  format: oneOf(webhookFormats, { about: about.format }),
  bbox: nullable(
    list(required(number({ min: -180, max: 180 })), { min: 4, max: 4, about: about.bbox, example: [-98, 35, -97, 36] }),
  ),
  geometry: nullableFence(),
  event_types: nullable(
    list(required(text({ minLength: 1, maxLength: 128 })), {
      max: 100,
      about: about.events,
      example: ['Tornado Warning'],
    }),
  ),
  min_severity: nullable(oneOf(severityWords, { about: about.severity })),
  when: oneOf(webhookOccasions, { about: about.when }),
  min_dbz: integer({ min: nowcast.levels[0], max: nowcast.levels.at(-1)!, about: about.minDbz }),
  within_minutes: integer({ min: nowcast.leads[0], max: nowcast.leads.at(-1)!, about: about.within }),
};

const url = text({
  maxLength: 2048,
  about: 'Address of the receiver: https, port 443 or above 1023, no credentials, and a public address.',
  example: 'https://hooks.example.com/wx',
});

/** Body of a registration. Exactly one of `bbox` and `geometry` is needed. */
export const newWebhook = { url: required(url), ...filters };

/** Body of a change; absent fields stay. */
export const webhookChange = {
  url,
  ...filters,
  enabled: boolean({ about: 'Whether alerts are delivered; true sets the count of failures to 0.' }),
  is_active: boolean({ about: 'The same as `enabled`.' }),
};

export const webhookId = { id: required(integer({ about: 'Id of the webhook.' })) };

function nullableFence() {
  return unchecked<object | null>({ anyOf: [fenceShape.json, { type: 'null' }] }, { about: about.geometry });
}
