import type { ExpressionSpecification, LayerSpecification, SymbolLayerSpecification } from 'maplibre-gl';
import { roomName } from './images.ts';

export const colour: ExpressionSpecification = ['get', 'colour'];
export const rank: ExpressionSpecification = ['get', 'rank'];

/** A number that grows with the zoom. */
export function grown(...steps: [zoom: number, value: number][]): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...steps.flat()];
}

/**
 * Outlines with a dark edge and a pale rim, which are visible on every image and on a dark map, and their fill.
 *
 * @param fill opacity of the fill, 0 to 1
 */
export function areas(
  source: string,
  { fill, width = 1, dashes }: { fill: number; width?: number; dashes?: number[] },
): LayerSpecification[] {
  const line = (id: string, paint: object): LayerSpecification => ({
    id: `${source} ${id}`,
    type: 'line',
    source,
    filter: ['!=', ['geometry-type'], 'Point'],
    layout: { 'line-join': 'round', 'line-sort-key': rank },
    paint: { ...paint, ...(dashes ? { 'line-dasharray': dashes } : {}) },
  });
  return [
    {
      id: `${source} ground`,
      type: 'fill',
      source,
      filter: ['in', ['geometry-type'], ['literal', ['Polygon', 'MultiPolygon']]],
      layout: { 'fill-sort-key': rank },
      paint: { 'fill-color': colour, 'fill-opacity': fill },
    },
    ...(dashes
      ? []
      : [
          line('rims', {
            'line-color': '#ffffff',
            'line-opacity': 0.5,
            'line-width': grown([4, 4.4 * width], [9, 8 * width]),
          }),
          line('edges', {
            'line-color': '#000000',
            'line-opacity': 0.7,
            'line-width': grown([4, 3 * width], [9, 6 * width]),
          }),
        ]),
    line('outlines', { 'line-color': colour, 'line-width': grown([4, 1.5 * width], [9, 3 * width]) }),
  ];
}

/** Dots of one size. */
export function dots(source: string, radius: ExpressionSpecification | number): LayerSpecification {
  return {
    id: `${source} dots`,
    type: 'circle',
    source,
    filter: ['==', ['geometry-type'], 'Point'],
    layout: { 'circle-sort-key': rank },
    paint: {
      'circle-radius': radius,
      'circle-color': colour,
      'circle-stroke-color': '#000000c0',
      'circle-stroke-width': 1,
    },
  };
}

/** Labels beside dots, from the property `label`: not over another dot, and the highest rank first where there is no room for all. */
export function labels(source: string): LayerSpecification[] {
  const layer: Pick<SymbolLayerSpecification, 'type' | 'source' | 'filter'> = {
    type: 'symbol',
    source,
    filter: ['has', 'label'],
  };
  return [
    {
      ...layer,
      id: `${source} labels`,
      layout: {
        'text-field': ['get', 'label'],
        'text-font': ['sans-serif'],
        'text-size': 13,
        'text-variable-anchor': ['left', 'right', 'top', 'bottom'],
        'text-radial-offset': 0.8,
        'text-justify': 'auto',
        'symbol-sort-key': ['-', 0, rank], // the lower is placed first
      },
      paint: { 'text-color': '#ffffff', 'text-halo-color': '#000000', 'text-halo-width': 1.2 },
    },
    {
      ...layer,
      id: `${source} room`, // layers above others are placed before them
      layout: { 'icon-image': roomName, 'icon-size': grown([4, 0.5], [9, 1]), 'icon-allow-overlap': true },
    },
  ];
}
