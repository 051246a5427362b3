import { formatTime } from '@severe/base';
import { textOnEarth } from '@severe/geo/on-earth';
import { post, type PostOptions, type PostResult } from './post.ts';
import { signatureHeaders } from './sign.ts';

/** A message to a webhook. */
export interface WebhookMessage {
  /** The `webhook-id`: equal in every attempt, so that receivers can tell a repetition. */
  id: string;
  /** JSON, byte for byte as it is signed and sent. */
  body: string;
}

/** The alert of a message. The record at `links.self` has the rest. */
interface MessageAlert {
  id: number;
  event: string;
  severity: string;
  headline: string | null;
  expires: Date;
  /** GeoJSON text. */
  geometry: string;
}

/** The echo of a message. */
interface MessageEcho {
  minDbz: number;
  /** Time of the radar image from which it is extrapolated. */
  radarAt: Date;
  /** When it is more likely than not to be there, with the spread. */
  arrivesAt: Date;
  earliestAt: Date;
  latestAt: Date | null;
  /** Percent. */
  chance: number;
  /** Where it comes first. */
  lat: number;
  lon: number;
}

/** A message about one of both. */
export interface MessageSubject {
  /** The `webhook-id`. */
  messageId: string;
  alert?: MessageAlert;
  expected?: MessageEcho;
}

/** Members of every message. */
interface Occasion {
  webhookId: number;
  deliveredAt: Date;
  /** URL of the record in question; of a subject, what such URLs begin with. */
  self: string;
}

/** The message of a delivery. */
export function deliveryMessage(
  { webhookId, deliveredAt, self: base }: Occasion,
  { messageId: id, alert, expected }: MessageSubject,
): WebhookMessage {
  const of = { webhookId, deliveredAt };
  if (alert) return alertMessage({ ...of, self: `${base}/alerts/${alert.id}` }, id, alert);
  const { lat, lon, minDbz } = expected!;
  const self = `${base}/nowcast/point/series?lat=${lat}&lon=${lon}&product=probability-${minDbz}dbz`;
  return echoMessage({ ...of, self }, id, expected!);
}

function alertMessage({ webhookId, deliveredAt, self }: Occasion, id: string, alert: MessageAlert): WebhookMessage {
  const { event, severity, headline, expires, geometry } = alert;
  const body = {
    type: 'alert.triggered',
    webhook_id: webhookId,
    delivered_at: formatTime(deliveredAt),
    alert: {
      id: alert.id,
      event,
      severity,
      headline,
      expires: formatTime(expires),
      geometry: JSON.parse(textOnEarth(geometry)) as object,
    },
    links: { self },
  };
  return { id, body: JSON.stringify(body) };
}

function echoMessage({ webhookId, deliveredAt, self }: Occasion, id: string, echo: MessageEcho): WebhookMessage {
  const { minDbz, radarAt, arrivesAt, earliestAt, latestAt, chance, lat, lon } = echo;
  const body = {
    type: 'echo.expected',
    webhook_id: webhookId,
    delivered_at: formatTime(deliveredAt),
    alert: null,
    expected: {
      min_dbz: minDbz,
      arrives_at: formatTime(arrivesAt),
      earliest_at: formatTime(earliestAt),
      latest_at: latestAt && formatTime(latestAt),
      chance,
      extrapolated_from: formatTime(radarAt),
      geometry: { type: 'Point', coordinates: [lon, lat] },
    },
    links: { self },
  };
  return { id, body: JSON.stringify(body) };
}

/** A synthetic message, with which a user tests a receiver. */
export function pingMessage({ webhookId, deliveredAt, self }: Occasion): WebhookMessage {
  const body = {
    type: 'ping',
    webhook_id: webhookId,
    delivered_at: formatTime(deliveredAt),
    alert: null,
    links: { self },
  };
  const seconds = Math.floor(deliveredAt.getTime() / 1000);
  return { id: `msg_${webhookId}_ping_${seconds}`, body: JSON.stringify(body) };
}

/** A receiver and its secrets, the current one first. */
export interface WebhookReceiver {
  url: string;
  secrets: string[];
}

export type SendOptions = Omit<PostOptions, 'headers' | 'body'>;

/** Signs a message for this attempt and sends it. The time of the signature is that of the system's clock. */
export function sendWebhook(
  { url, secrets }: WebhookReceiver,
  message: WebhookMessage,
  options: SendOptions,
): Promise<PostResult> {
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'severe-webhooks/1',
    ...signatureHeaders({ ...message, at: new Date() }, secrets),
  };
  return post(url, { ...options, headers, body: message.body });
}
