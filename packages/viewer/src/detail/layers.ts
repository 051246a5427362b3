import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl';
import type { Inks } from '../inks.ts';

/** Map source of the detailed base map: vector tiles with the layers and fields of the Protomaps basemap, version 4. */
export const detailSource = 'detail';

/** Layers of the detailed base map, by their place in the style. */
interface DetailLayers {
  /** Under the weather. */
  ground: LayerSpecification[];
  /** Over the weather, under the symbols of overlays. */
  lines: LayerSpecification[];
  /** Over everything but the radar sites. */
  names: LayerSpecification[];
}

/** Which features of a layer of the tiles are drawn. */
const of = (layer: string, ...filters: FilterSpecification[]) => ({
  source: detailSource,
  'source-layer': layer,
  filter: (filters.length === 1 ? filters[0] : ['all', ...filters]) as FilterSpecification,
});

const kind = (...kinds: string[]): FilterSpecification => ['in', ['get', 'kind'], ['literal', kinds]];
const isArea: FilterSpecification = ['==', ['geometry-type'], 'Polygon'];
const isLine: FilterSpecification = ['==', ['geometry-type'], 'LineString'];

/** A feature is drawn from its `min_zoom` on and below its `max_zoom`; one tile serves several zooms. */
const inItsZooms: FilterSpecification = [
  'all',
  ['>=', ['zoom'], ['coalesce', ['get', 'min_zoom'], 0]],
  ['<', ['zoom'], ['coalesce', ['get', 'max_zoom'], 99]],
];

/** A number that grows with the zoom between `[zoom, value]` stops. */
const grow = (...stops: [zoom: number, value: number][]): ExpressionSpecification =>
  ['interpolate', ['linear'], ['zoom'], ...stops.flat()] as ExpressionSpecification;

/** Kinds of roads, the least important first: drawn from this zoom on, with widths in pixels. */
const roads: { kind: string; from: number; opacity: number; widths: [zoom: number, px: number][] }[] = [
  { kind: 'minor_road', from: 9, opacity: 0.35, widths: [[9, 0.4], [12, 1]] },
  { kind: 'major_road', from: 6.5, opacity: 0.5, widths: [[6.5, 0.4], [9, 0.9], [12, 1.6]] },
  { kind: 'highway', from: 4.5, opacity: 0.65, widths: [[4.5, 0.5], [7, 1.1], [9, 1.6], [12, 2.6]] },
]; // prettier-ignore

/** The detailed base map. Roads are thin and let the echoes below them through; names have a halo. */
export function detailLayers(ink: Inks): DetailLayers {
  const halo = { 'text-halo-color': ink.halo, 'text-halo-width': 1.4 };
  const font = { 'text-font': ['sans-serif'] };
  const sorted: ExpressionSpecification = ['coalesce', ['get', 'min_zoom'], 20];
  return {
    ground: [
      { id: 'detail land', type: 'fill', ...of('earth', isArea), paint: { 'fill-color': ink.land } },
      { id: 'detail water', type: 'fill', ...of('water', isArea), paint: { 'fill-color': ink.sea } },
    ],
    lines: [
      {
        id: 'detail rivers',
        type: 'line',
        ...of('water', isLine, inItsZooms),
        paint: { 'line-color': ink.river, 'line-opacity': 0.8, 'line-width': grow([4, 0.5], [12, 1.8]) },
      },
      {
        id: 'detail counties',
        type: 'line',
        ...of('boundaries', kind('county')),
        minzoom: 4.5,
        paint: { 'line-color': ink.county, 'line-width': grow([4.5, 0.4], [9, 1.2]) },
      },
      ...roads.map(({ kind: road, from, opacity, widths }): LayerSpecification => ({
        id: `detail ${road}`,
        type: 'line',
        ...of('roads', kind(road)),
        minzoom: from,
        layout: { 'line-join': 'round', 'line-cap': 'round' },
        paint: { 'line-color': ink.road, 'line-opacity': opacity, 'line-width': grow(...widths) },
      })),
      {
        id: 'detail states',
        type: 'line',
        ...of('boundaries', kind('region', 'country')),
        paint: { 'line-color': ink.state, 'line-width': grow([3, 0.7], [9, 2]) },
      },
    ],
    names: [
      {
        id: 'detail road numbers',
        type: 'symbol',
        ...of('roads', ['has', 'shield_text'], kind('highway', 'major_road'), inItsZooms),
        minzoom: 7,
        layout: {
          ...font,
          'symbol-placement': 'line',
          'symbol-spacing': 320,
          'text-rotation-alignment': 'viewport',
          'text-field': ['get', 'shield_text'],
          'text-size': 10,
          'text-padding': 14,
        },
        paint: { ...halo, 'text-color': ink.road, 'text-halo-width': 2 },
      },
      {
        id: 'detail water names',
        type: 'symbol',
        ...of('water', ['has', 'name'], ['==', ['geometry-type'], 'Point'], inItsZooms),
        layout: {
          ...font,
          'text-field': ['get', 'name'],
          'text-size': 11,
          'symbol-sort-key': sorted,
          'text-max-width': 7,
        },
        paint: { ...halo, 'text-color': ink.water },
      },
      {
        id: 'detail river names',
        type: 'symbol',
        ...of('water', ['has', 'name'], isLine, inItsZooms),
        minzoom: 7,
        layout: {
          ...font,
          'symbol-placement': 'line',
          'symbol-spacing': 400,
          'text-field': ['get', 'name'],
          'text-size': 10.5,
        },
        paint: { ...halo, 'text-color': ink.water },
      },
      {
        id: 'detail county names',
        type: 'symbol',
        ...of('places', kind('county'), inItsZooms),
        minzoom: 7,
        layout: {
          ...font,
          'text-field': ['get', 'name'],
          'text-size': grow([7, 10], [12, 14]),
          'text-transform': 'uppercase',
          'text-letter-spacing': 0.12,
          'text-max-width': 8,
          'text-padding': 6,
        },
        paint: { ...halo, 'text-color': ink.quiet, 'text-opacity': 0.8 },
      },
      {
        id: 'detail town names',
        type: 'symbol',
        ...of('places', kind('locality'), inItsZooms),
        layout: {
          ...font,
          'text-field': ['get', 'name'],
          'text-size': [
            'interpolate',
            ['linear'],
            ['zoom'],
            3,
            11,
            8,
            ['case', ['has', 'capital'], 14, 12],
            12,
            ['interpolate', ['linear'], ['coalesce', ['get', 'population_rank'], 4], 4, 12, 12, 19],
          ],
          'text-max-width': 8,
          'text-padding': 4,
          'symbol-sort-key': sorted,
        },
        paint: { ...halo, 'text-color': ink.text },
      },
    ],
  };
}
