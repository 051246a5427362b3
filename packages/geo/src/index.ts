export * from './area.ts';
export * from './distance.ts';
export * from './mercator.ts';
export * from './tile.ts';
