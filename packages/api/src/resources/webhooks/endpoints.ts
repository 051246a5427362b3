import { dayMs } from '@severe/async';
import { invalid, RequestError } from '@severe/base';
import { jobs } from '@severe/catalogue';
import type { Geofence, WebhookChange } from '@severe/db';
import { apiPrefix, integer, Reply, required, shape } from '@severe/http';
import { createWebhookSecret, deliveryMessage, pingMessage, type Occasion } from '@severe/outbound';
import { whileSignedIn } from '../../access/still-signed-in.ts';
import { endpoint, type ApiContext } from '../../context.ts';
import { checkReceiver, policyOf } from './check-receiver.ts';
import { checkFormat, formatOf } from './format.ts';
import { presentAttempt, presentWebhook } from './present.ts';
import { readFence } from './read-fence.ts';
import { checkOccasion, occasionOf } from './occasion.ts';
import { attemptShape, newWebhook, rotatedShape, sentShape, webhookChange, webhookId, webhookShape } from './schema.ts';
import { sendNow } from './send.ts';

const common = { tag: 'Webhooks', cache: 'no-store', access: 'session' } as const;
const unavailable = { 503: 'The database is unavailable.' };
const errors = { ...unavailable, 404: 'The user has no such webhook.' };

/** From a registration to the first alert: the client stores the secret before its receiver has to verify a message. */
const firstCycleMs = 10_000;

/** Length of the log of a webhook. */
const logLength = 100;

/** GET /account/webhooks */
export const listWebhooks = endpoint({
  ...common,
  path: '/account/webhooks',
  summary: 'Webhooks of the user, oldest first. Secrets are redacted.',
  response: shape.arrayOf(webhookShape),
  errors: unavailable,
  handle: async ({ user }, { db }) => (await db.webhooks.ofUser(user.id)).map(presentWebhook),
});

/** POST /account/webhooks */
export const createWebhook = endpoint({
  ...common,
  method: 'POST',
  path: '/account/webhooks',
  summary: 'Registers a receiver of alerts in a geofence. The response has the signing secret.',
  body: newWebhook,
  status: 201,
  response: webhookShape,
  errors: { ...unavailable, 409: 'The user has as many webhooks as an account may have.' },
  async handle({ user, body, headers }, context) {
    const { db, sessions, settings, wake } = context;
    const fence = readFence(body);
    if (!fence) throw invalid(['body', 'bbox'], 'Either bbox or geometry should be given', 'missing');
    await checkFence(fence, context);
    await checkReceiver(body.url, policyOf(settings));
    const secret = createWebhookSecret();
    const format = formatOf(body);
    checkFormat({ url: body.url, format });
    const webhook = {
      url: body.url,
      format,
      fence,
      eventTypes: namesOf(body.event_types),
      minSeverity: body.min_severity ?? null,
      ...occasionOf(body),
      secret,
      firstCycleMs,
    };
    checkOccasion(webhook);
    const made = await whileSignedIn(
      sessions,
      headers,
      () => db.webhooks.insert(user.id, webhook, settings.maxWebhooks),
      async (unwanted) => unwanted && db.webhooks.remove(user.id, unwanted.id),
    );
    if (!made) throw new RequestError(409, `Webhook limit reached (${settings.maxWebhooks})`);
    wake(jobs.matchAlerts);
    wake(jobs.deliverWebhooks, firstCycleMs);
    return { ...presentWebhook(made), secret };
  },
});

/** PATCH /account/webhooks/{id} */
export const updateWebhook = endpoint({
  ...common,
  method: 'PATCH',
  path: '/account/webhooks/{id}',
  summary: 'Changes the address, the geofence or the filters of a webhook, or enables it again.',
  params: webhookId,
  body: webhookChange,
  response: webhookShape,
  errors,
  async handle({ user, path, body }, context) {
    const { db, settings, wake } = context;
    const { url, format, event_types: eventTypes, min_severity: minSeverity, enabled = body.is_active } = body;
    if (body.is_active !== undefined && body.is_active !== enabled) {
      throw invalid(['body', 'is_active'], 'is_active should equal enabled');
    }
    const before = await findWebhook(user.id, path.id, context); // a URL of another user's webhook is not looked at
    const fence = readFence(body);
    if (fence) await checkFence(fence, context);
    if (url !== undefined) await checkReceiver(url, policyOf(settings));
    const change: WebhookChange = {
      ...(url === undefined ? {} : { url }),
      ...(format === undefined ? {} : { format }),
      ...(fence === undefined ? {} : { fence }),
      ...(eventTypes === undefined ? {} : { eventTypes: namesOf(eventTypes) }),
      ...(minSeverity === undefined ? {} : { minSeverity }),
      ...occasionOf(body),
      ...(enabled === undefined ? {} : { enabled }),
    };
    checkFormat({ ...before, ...change });
    checkOccasion({ ...before, fence: fence ?? (before as Geofence), ...change });
    const updated = await db.webhooks.update(user.id, path.id, change);
    if (!updated) throw notFound();
    wake(jobs.matchAlerts);
    return presentWebhook(updated);
  },
});

/** DELETE /account/webhooks/{id} */
export const deleteWebhook = endpoint({
  ...common,
  method: 'DELETE',
  path: '/account/webhooks/{id}',
  summary: 'Removes a webhook and its log.',
  params: webhookId,
  status: 204,
  response: { about: 'The webhook is removed.' },
  errors,
  async handle({ user, path }, { db }) {
    if (!(await db.webhooks.remove(user.id, path.id))) throw notFound();
    return new Reply(204, {});
  },
});

/** POST /account/webhooks/{id}/rotate */
export const rotateSecret = endpoint({
  ...common,
  method: 'POST',
  path: '/account/webhooks/{id}/rotate',
  summary: 'Sets a new signing secret.',
  description:
    'The old secret stops at once in `X-Service-Signature`. For 24 hours, `webhook-signature` has a signature with each of the two.',
  params: webhookId,
  response: rotatedShape,
  errors,
  async handle({ user, path }, { db, clock }) {
    const secret = createWebhookSecret();
    const oldUntil = new Date(clock().getTime() + dayMs);
    const rotated = await db.webhooks.rotate(user.id, path.id, secret, oldUntil);
    if (!rotated) throw notFound();
    return { id: rotated.id, secret };
  },
});

/** POST /account/webhooks/{id}/test */
export const testWebhook = endpoint({
  ...common,
  method: 'POST',
  path: '/account/webhooks/{id}/test',
  work: 0, // it waits for the receiver
  summary: 'Sends a synthetic ping, also to a disabled webhook, and waits for the response.',
  params: webhookId,
  response: sentShape,
  errors: { ...errors, 429: 'Too many messages were sent by hand.' },
  async handle({ user, path }, context) {
    const webhook = await findWebhook(user.id, path.id, context);
    const message = pingMessage(webhook, occasionIn(context));
    return sendNow({ userId: user.id, webhook }, message, { deliveryId: null, alertId: null }, context);
  },
});

/** GET /account/webhooks/{id}/deliveries */
export const listDeliveries = endpoint({
  ...common,
  path: '/account/webhooks/{id}/deliveries',
  summary: `The last ${logLength} attempts of a webhook, newest first.`,
  params: webhookId,
  response: shape.arrayOf(attemptShape),
  errors,
  async handle({ user, path }, context) {
    const { id } = await findWebhook(user.id, path.id, context);
    return (await context.db.webhookDeliveries.log(id, logLength)).map(presentAttempt);
  },
});

/** POST /account/webhooks/{id}/deliveries/{delivery_id}/redeliver */
export const redeliver = endpoint({
  ...common,
  method: 'POST',
  path: '/account/webhooks/{id}/deliveries/{delivery_id}/redeliver',
  summary:
    'Sends a delivery again, with its `webhook-id` and the current state of the alert, and waits for the response.',
  params: { ...webhookId, delivery_id: required(integer({ about: 'Delivery, as in the log.' })) },
  response: sentShape,
  errors: { ...errors, 429: 'Too many messages were sent by hand.' },
  async handle({ user, path }, context) {
    const webhook = await findWebhook(user.id, path.id, context);
    const delivery = await context.db.webhookDeliveries.find(user.id, webhook.id, path.delivery_id);
    if (!delivery) throw new RequestError(404, 'Delivery not found');
    const message = deliveryMessage(webhook, occasionIn(context), delivery);
    const subject = { deliveryId: delivery.id, alertId: delivery.alert?.id ?? null };
    return sendNow({ userId: user.id, webhook }, message, subject, context);
  },
});

/** What a message that is sent now depends on. */
function occasionIn({ publicUrl, clock, simulated }: ApiContext): Occasion {
  return { deliveredAt: clock(), api: `${publicUrl()}${apiPrefix}`, site: publicUrl(), simulated };
}

const notFound = (): RequestError => new RequestError(404, 'Webhook not found');

async function findWebhook(userId: number, id: number, { db }: Pick<ApiContext, 'db'>) {
  const webhook = await db.webhooks.find(userId, id);
  if (!webhook) throw notFound();
  return webhook;
}

/** Refuses a geometry whose rings cross. */
async function checkFence({ geometry }: Geofence, { db }: Pick<ApiContext, 'db'>): Promise<void> {
  const problem = geometry === null ? undefined : await db.webhooks.problemOf(geometry);
  if (problem !== undefined) throw invalid(['body', 'geometry'], `Geometry should be valid: ${problem}`);
}

function namesOf(events: string[] | null | undefined): string[] | null {
  return events && events.length > 0 ? events : null;
}
