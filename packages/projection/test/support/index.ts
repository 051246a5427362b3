export { lambert, latLon, planes, turned, type Plane } from './geometries.ts';
export * from './views.ts';
