import type { ExpressionSpecification, LayerSpecification, Map as MapView, SourceSpecification } from 'maplibre-gl';
import type { FeatureCollection, Point } from 'geojson';
import { radarName } from './overlays/images.ts';
import type { Site } from './service.ts';
import { setShapes } from './shapes.ts';

const markers = 'sites';

/** Radius of a tap, in pixels. */
const reach = 9;

/** Markers of radars with their ids: in a stronger colour and larger if chosen, in a quiet one if offline. */
export function siteLayers(ink: { text: string; halo: string; accent: string; quiet: string }): LayerSpecification[] {
  const isChosen: ExpressionSpecification = ['get', 'chosen'];
  const colour: ExpressionSpecification = ['case', isChosen, ink.text, ['get', 'online'], ink.accent, ink.quiet];
  const large: ExpressionSpecification = ['case', isChosen, 1.25, 0.85];
  return [
    {
      id: markers,
      type: 'symbol',
      source: 'sites',
      layout: {
        'icon-image': ['concat', radarName, colour, ' ', ink.halo],
        'icon-size': large,
        'icon-allow-overlap': true,
        'text-optional': true,
        'text-field': ['step', ['zoom'], '', 5.5, ['case', ['get', 'online'], ['get', 'id'], ''], 7, ['get', 'id']],
        'text-font': ['sans-serif'],
        'text-size': 11,
        'text-offset': [0, 0.9],
        'text-anchor': 'top',
      },
      paint: { 'text-color': colour, 'text-halo-color': ink.halo, 'text-halo-width': 1.2 },
    },
  ];
}

/**
 * Draws the radars on the map, and stores them in `sources` for the next style. They are drawn while one of them is shown only: over
 * other weather they would look like towns.
 *
 * @param chosen id of the radar that is shown, or empty
 */
export function showSites(
  map: MapView,
  sources: Record<string, SourceSpecification>,
  sites: Site[],
  chosen: string,
): void {
  const data: FeatureCollection<Point> = {
    type: 'FeatureCollection',
    features: (chosen === '' ? [] : sites).map(({ id, lat, lon, status }) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [lon, lat] },
      properties: { id, online: status === 'online', chosen: id === chosen },
    })),
  };
  sources['sites'] = { type: 'geojson', data };
  setShapes(map, 'sites', data);
}

/** The radar under a point of the screen, if there is one. */
export function siteAt(map: MapView, { x, y }: { x: number; y: number }): string | undefined {
  if (!map.getLayer(markers)) return undefined;
  const box: [[number, number], [number, number]] = [
    [x - reach, y - reach],
    [x + reach, y + reach],
  ];
  const [found] = map.queryRenderedFeatures(box, { layers: [markers] });
  return found?.properties['id'] as string | undefined;
}
