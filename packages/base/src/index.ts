export * from './clock.ts';
export * from './errors.ts';
export * from './failpoint.ts';
export * from './log.ts';
export { presets } from './presets.ts';
export { proxyFor } from './proxy.ts';
export * from './quoted.ts';
export { maskSecrets } from './secrets.ts';
export * from './settings.ts';
