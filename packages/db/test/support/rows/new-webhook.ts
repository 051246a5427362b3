import type { NewWebhook } from '../../../src/index.ts';

/** A webhook for everything around Norman, Oklahoma; `change` overrides fields. */
export function newWebhook(change: Partial<NewWebhook> = {}): NewWebhook {
  return {
    url: 'https://hooks.example.org/wx',
    fence: { bbox: [-98, 35, -97, 36], geometry: null },
    eventTypes: null,
    minSeverity: null,
    secret: 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=',
    ...change,
  };
}
