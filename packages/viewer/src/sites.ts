import type {
  ExpressionSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as MapView,
  SourceSpecification,
} from 'maplibre-gl';
import type { FeatureCollection, Point } from 'geojson';
import type { Site } from './service.ts';

const circles = 'sites';

/** Radius of a tap, in pixels. */
const reach = 9;

/** Markers of radars: filled if online, hollow if offline, with a ring if chosen. */
export function siteLayers(ink: { text: string; halo: string; accent: string; quiet: string }): LayerSpecification[] {
  const online: ExpressionSpecification = ['get', 'online'];
  const grown: ExpressionSpecification = ['interpolate', ['linear'], ['zoom'], 3, 2.2, 7, 5, 10, 7];
  return [
    {
      id: circles,
      type: 'circle',
      source: 'sites',
      paint: {
        'circle-radius': grown,
        'circle-color': ['case', online, ink.accent, 'transparent'],
        'circle-stroke-color': ['case', ['get', 'chosen'], ink.text, online, ink.halo, ink.quiet],
        'circle-stroke-width': ['case', ['get', 'chosen'], 3, 1.2],
      },
    },
    {
      id: 'site names',
      type: 'symbol',
      source: 'sites',
      minzoom: 5.5,
      filter: ['any', ['get', 'online'], ['>=', ['zoom'], 7]],
      layout: {
        'text-field': ['get', 'id'],
        'text-font': ['sans-serif'],
        'text-size': 11,
        'text-offset': [0, 0.9],
        'text-anchor': 'top',
      },
      paint: {
        'text-color': ['case', online, ink.accent, ink.quiet],
        'text-halo-color': ink.halo,
        'text-halo-width': 1.2,
      },
    },
  ];
}

export const emptySource: SourceSpecification = { type: 'geojson', data: { type: 'FeatureCollection', features: [] } };

/** Draws the radars on the map, and stores them in `sources` for the next style. */
export function showSites(
  map: MapView,
  sources: Record<string, SourceSpecification>,
  sites: Site[],
  chosen: string,
): void {
  const data: FeatureCollection<Point> = {
    type: 'FeatureCollection',
    features: sites.map(({ id, lat, lon, status }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties: { id, online: status === 'online', chosen: id === chosen },
    })),
  };
  sources['sites'] = { type: 'geojson', data };
  void map.getSource<GeoJSONSource>('sites')?.setData(data);
}

/** The radar under a point of the screen, if there is one. */
export function siteAt(map: MapView, { x, y }: { x: number; y: number }): string | undefined {
  if (!map.getLayer(circles)) return undefined;
  const box: [[number, number], [number, number]] = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ];
  const [found] = map.queryRenderedFeatures(box, { layers: [circles] });
  return found?.properties['id'] as string | undefined;
}
