export { isPublicAddress } from './public-address.ts';
export { checkUrl, notPublic, RefusedAddress, type CheckedUrl, type GuardPolicy } from './check-url.ts';
export { guardedLookup, resolveBySystem, resolvePublic, type Resolve } from './resolve.ts';
export { createPostAgent, type PostAgent } from './post-agent.ts';
export { post, postErrors, type PostError, type PostOptions, type PostResult } from './post.ts';
export { createWebhookSecret, redactSecret, signatureHeaders, type SignedMessage } from './sign.ts';
export { channelAt, channelOf } from './channels/channels.ts';
export { deliveryMessage, pingMessage, webhookFormats, type WebhookFormat, type WebhookMessage } from './message.ts'; // prettier-ignore
export type { MessageSubject, Occasion } from './subject.ts';
export { sendWebhook, type SendOptions, type WebhookReceiver } from './send-webhook.ts';
