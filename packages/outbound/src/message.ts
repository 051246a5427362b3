import { formatTime } from '@severe/base';
import { textOnEarth } from '@severe/geo/on-earth';
import { channels, type ChannelName } from './channels/channels.ts';
import { noteOfAlert, noteOfEcho, noteOfPing, type Note } from './channels/note.ts';
import type { MessageAlert, MessageEcho, MessageSubject, Occasion } from './subject.ts';

/** What the body of a message is: signed JSON for programs, or a note in the form of a channel. */
export const webhookFormats = ['json', ...(Object.keys(channels) as ChannelName[])] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

/** A message to a webhook. */
export interface WebhookMessage {
  /** The `webhook-id`: equal in every attempt, so that receivers can tell a repetition. */
  id: string;
  /** JSON, byte for byte as it is signed and sent. */
  body: string;
}

/** A webhook as far as its messages depend on it. */
interface AddressedWebhook {
  id: number;
  url: string;
  /** One of `webhookFormats`. */
  format: string;
}

/** The message of a delivery, in the format of the webhook. */
export function deliveryMessage(
  webhook: AddressedWebhook,
  occasion: Occasion,
  subject: MessageSubject,
): WebhookMessage {
  const { messageId: id, alert, expected } = subject;
  const forms = alert
    ? { json: () => jsonOfAlert(webhook.id, occasion, alert), note: () => noteOfAlert(alert, occasion) }
    : { json: () => jsonOfEcho(webhook.id, occasion, expected!), note: () => noteOfEcho(expected!, occasion) };
  return { id, body: bodyOf(webhook, forms) };
}

/** A synthetic message, with which a user tests a receiver. */
export function pingMessage(webhook: AddressedWebhook, occasion: Occasion): WebhookMessage {
  const seconds = Math.floor(occasion.deliveredAt.getTime() / 1000);
  const json = (): object => ({
    type: 'ping',
    webhook_id: webhook.id,
    delivered_at: formatTime(occasion.deliveredAt),
    alert: null,
    links: { self: `${occasion.api}/account/webhooks` },
  });
  return { id: `msg_${webhook.id}_ping_${seconds}`, body: bodyOf(webhook, { json, note: () => noteOfPing(occasion) }) };
}

/** @throws {Error} a newer version has stored a format that this one does not know */
function bodyOf({ url, format }: AddressedWebhook, { json, note }: { json: () => object; note: () => Note }): string {
  if (format === 'json') return JSON.stringify(json());
  const channel = channels[format as ChannelName];
  if (!channel) throw new Error(`a webhook has the format ${format}, which is none of ${webhookFormats.join(', ')}`);
  return JSON.stringify(channel.bodyOf(note(), new URL(url)));
}

function jsonOfAlert(webhookId: number, { deliveredAt, api }: Occasion, alert: MessageAlert): object {
  const { id, event, severity, headline, expires, geometry } = alert;
  return {
    type: 'alert.triggered',
    webhook_id: webhookId,
    delivered_at: formatTime(deliveredAt),
    alert: {
      id,
      event,
      severity,
      headline,
      expires: formatTime(expires),
      geometry: JSON.parse(textOnEarth(geometry)) as object,
    },
    links: { self: `${api}/alerts/${id}` },
  };
}

function jsonOfEcho(webhookId: number, { deliveredAt, api }: Occasion, echo: MessageEcho): object {
  const { minDbz, radarAt, arrivesAt, earliestAt, latestAt, chance, lat, lon } = echo;
  return {
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
    links: { self: `${api}/nowcast/point/series?lat=${lat}&lon=${lon}&product=probability-${minDbz}dbz` },
  };
}
