export type { Limiter, Verdict } from './limiter/port.ts';
export type { ObjectHead, Objects } from './objects/port.ts';
export type { Pubsub } from './pubsub/port.ts';
export type { Queue } from './queue/port.ts';
export { openObjects, openPlatform, type Platform } from './open.ts';
