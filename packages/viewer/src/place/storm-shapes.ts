import type { Feature, FeatureCollection, Geometry } from 'geojson';
import type { LayerSpecification, Map as MapView, SourceSpecification } from 'maplibre-gl';
import type { Place } from '../layers/layer.ts';
import { setShapes } from '../shapes.ts';
import { positionOf, type PlaceAnswers } from './load-place.ts';

const source = 'place';
const ink = '#ff2d6f';

/** Map layers of the chosen place: its marker, and track and cone of the storm that matters to it. */
export const placeLayers: { id: string; layers: LayerSpecification[] } = {
  id: source,
  layers: [
    { id: 'place cone', type: 'line', source, filter: ['==', ['get', 'kind'], 'cone'], paint: { 'line-color': ink, 'line-width': 2, 'line-dasharray': [3, 2] } }, // prettier-ignore
    { id: 'place cone ground', type: 'fill', source, filter: ['==', ['get', 'kind'], 'cone'], paint: { 'fill-color': ink, 'fill-opacity': 0.15 } }, // prettier-ignore
    { id: 'place track edge', type: 'line', source, filter: ['==', ['get', 'kind'], 'track'], paint: { 'line-color': '#000000', 'line-width': 5 } }, // prettier-ignore
    { id: 'place track', type: 'line', source, filter: ['==', ['get', 'kind'], 'track'], paint: { 'line-color': '#ffffff', 'line-width': 3 } }, // prettier-ignore
    { id: 'place storm', type: 'circle', source, filter: ['==', ['get', 'kind'], 'storm'], paint: { 'circle-radius': 6, 'circle-color': ink, 'circle-stroke-color': '#ffffff', 'circle-stroke-width': 2 } }, // prettier-ignore
    { id: 'place marker', type: 'circle', source, filter: ['==', ['get', 'kind'], 'place'], paint: { 'circle-radius': 7, 'circle-color': '#1257a8', 'circle-stroke-color': '#ffffff', 'circle-stroke-width': 3 } }, // prettier-ignore
  ],
};

/** Draws a place and its storm: of the warning that may arrive, else the nearest tracked cell. */
export function drawShapes(
  map: MapView,
  sources: Record<string, SourceSpecification>,
  place: Place | undefined,
  answers?: PlaceAnswers,
): void {
  const data: FeatureCollection = { type: 'FeatureCollection', features: place ? shapesOf(place, answers) : [] };
  sources[source] = { type: 'geojson', data };
  setShapes(map, source, data);
}

/** The shapes of a place, for its source. */
export function shapesOf({ lat, lon }: Place, answers?: PlaceAnswers): Feature[] {
  const marker = shape('place', { type: 'Point', coordinates: [lon, lat] });
  const { warned, cell } = answers ?? {};
  if (warned) {
    const { motion, cone } = warned.properties;
    return [
      ...(cone ? [shape('cone', cone.geometry)] : []),
      ...(motion ? [shape('storm', { type: 'Point', coordinates: motion.location })] : []),
      marker,
    ];
  }
  if (!cell) return [marker];
  const { track } = cell.feature.properties;
  const at = positionOf(cell.feature);
  return [
    ...(track ? [shape('track', track)] : []),
    shape('storm', { type: 'Point', coordinates: [at.lon, at.lat] }),
    marker,
  ];
}

function shape(kind: string, geometry: Geometry): Feature {
  return { type: 'Feature', geometry, properties: { kind } };
}
