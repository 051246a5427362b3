export * from './ascent.ts';
export * from './composites.ts';
export * from './derive.ts';
export * from './levels.ts';
export * from './moisture.ts';
export * from './parcels.ts';
export * from './wind.ts';
