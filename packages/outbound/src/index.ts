export { isPublicAddress } from './public-address.ts';
export {
  type CheckedUrl,
  checkUrl,
  guardedLookup,
  type GuardPolicy,
  notPublic,
  RefusedAddress,
  type Resolve,
  resolveBySystem,
  resolvePublic,
} from './check-url.ts';
export {
  createPostAgent,
  post,
  type PostAgent,
  type PostError,
  postErrors,
  type PostOptions,
  type PostResult,
} from './post.ts';
export {
  createWebhookSecret,
  redactSecret,
  type SendOptions,
  sendWebhook,
  signatureHeaders,
  type SignedMessage,
  type WebhookReceiver,
} from './send-webhook.ts';
export { channelAt, channelOf } from './channels/channels.ts';
export { deliveryMessage, pingMessage, webhookFormats, type WebhookFormat, type WebhookMessage } from './message.ts'; // prettier-ignore
export type { MessageSubject, Occasion } from './subject.ts';
