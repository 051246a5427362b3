import type { Feature, Position } from 'geojson';
import type { LayerSpecification } from 'maplibre-gl';
import { handlesOf, shapeOfFence, type Fence, type Sketch } from './fence.ts';
import type { Drawn } from './page-map.ts';

const ink = '#1257a8';

/** Source of the geofence and its corners. */
export const fenceSource = 'fence';

const layer = (part: string, rest: object): LayerSpecification =>
  ({ id: `fence ${part}`, source: fenceSource, ...rest }) as LayerSpecification;

/** Map layers of a geofence: its area, its outline, and corners that can be moved. */
export const fenceLayers: Drawn = {
  id: fenceSource,
  layers: [
    layer('ground', { type: 'fill', filter: ['in', ['geometry-type'], ['literal', ['Polygon', 'MultiPolygon']]], paint: { 'fill-color': ink, 'fill-opacity': 0.15 } }), // prettier-ignore
    layer('edge', { type: 'line', filter: ['!=', ['geometry-type'], 'Point'], paint: { 'line-color': '#ffffff', 'line-width': 5 } }), // prettier-ignore
    layer('outline', { type: 'line', filter: ['!=', ['geometry-type'], 'Point'], paint: { 'line-color': ink, 'line-width': 2.5 } }), // prettier-ignore
    layer('corners', { type: 'circle', filter: ['==', ['geometry-type'], 'Point'], paint: { 'circle-radius': 7, 'circle-color': ['case', ['==', ['get', 'corner'], 0], ink, '#ffffff'], 'circle-stroke-color': ink, 'circle-stroke-width': 3 } }), // prettier-ignore
  ],
};

/** What is drawn of a fence, or of a sketch that is not finished. */
export function featuresOf(fence: Fence | undefined, sketch: Sketch | undefined): Feature[] {
  const corners = sketch ? handlesOf(sketch).map(cornerFeature) : [];
  if (fence) return [{ type: 'Feature', geometry: shapeOfFence(fence), properties: {} }, ...corners];
  if (!sketch || sketch.corners.length < 2) return corners;
  return [
    { type: 'Feature', geometry: { type: 'LineString', coordinates: sketch.corners }, properties: {} },
    ...corners,
  ];
}

function cornerFeature(coordinates: Position, corner: number): Feature {
  return { type: 'Feature', geometry: { type: 'Point', coordinates }, properties: { corner } };
}
