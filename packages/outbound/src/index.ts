export { isPublicAddress } from './public-address.ts';
export { checkUrl, notPublic, RefusedAddress, type CheckedUrl, type GuardPolicy } from './check-url.ts';
export { guardedLookup, resolveByDns, resolveBySystem, resolvePublic, type Resolve } from './resolve.ts';
export { createPostAgent, type PostAgent } from './post-agent.ts';
export { post, postErrors, type PostError, type PostOptions, type PostResult } from './post.ts';
export { createWebhookSecret, redactSecret, signatureHeaders, type SignedMessage } from './sign.ts';
export {
  deliveryMessage,
  pingMessage,
  sendWebhook,
  type MessageSubject,
  type SendOptions,
  type WebhookMessage,
  type WebhookReceiver,
} from './send-webhook.ts';
