export { lambert, latLon, planes, turned, type Plane } from './geometries.ts';
export { seeded } from './seeded.ts';
export * from './views.ts';
