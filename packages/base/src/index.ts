export * from './clock.ts';
export * from './errors.ts';
export * from './failpoint.ts';
export * from './log.ts';
export { medianOf } from './median.ts';
export { presets } from './presets.ts';
export * from './quoted.ts';
export { maskSecrets } from './secrets.ts';
export * from './settings.ts';
