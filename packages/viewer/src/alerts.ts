import type { ExpressionSpecification, GeoJSONSource, LayerSpecification, Map as MapView } from 'maplibre-gl';
import type { SourceSpecification } from 'maplibre-gl';
import type { Feature, FeatureCollection, Polygon } from 'geojson';
import type { Alert } from './service.ts';

const ground = 'alert ground';

/** What is drawn of all alerts, the gravest first, in the colours of the weather service. */
export const alertColours: Readonly<Record<string, string>> = {
  'Tornado Warning': '#ff0000',
  'Extreme Wind Warning': '#ff8c00',
  'Severe Thunderstorm Warning': '#ffa500',
  'Flash Flood Warning': '#8b0000',
  'Flood Warning': '#00ff00',
  'Flood Advisory': '#00ff7f',
  'Snow Squall Warning': '#c71585',
  'Dust Storm Warning': '#ffe4c4',
  'Special Marine Warning': '#ffa500',
  'Special Weather Statement': '#ffe4b5',
};

const gravity = Object.keys(alertColours).toReversed();

/** Outlines of the alerts that have a polygon of their own, on a dark edge, so that they are seen on every picture. */
export function alertLayers(): LayerSpecification[] {
  const colour: ExpressionSpecification = ['get', 'colour'];
  const grown = (from: number, to: number): ExpressionSpecification => [
    'interpolate',
    ['linear'],
    ['zoom'],
    4,
    from,
    9,
    to,
  ];
  return [
    { id: ground, type: 'fill', source: 'alerts', paint: { 'fill-color': colour, 'fill-opacity': 0.08 } },
    {
      id: 'alert edges',
      type: 'line',
      source: 'alerts',
      layout: { 'line-join': 'round', 'line-sort-key': ['get', 'gravity'] },
      paint: { 'line-color': '#000000', 'line-opacity': 0.75, 'line-width': grown(3, 6) },
    },
    {
      id: 'alert outlines',
      type: 'line',
      source: 'alerts',
      layout: { 'line-join': 'round', 'line-sort-key': ['get', 'gravity'] },
      paint: { 'line-color': colour, 'line-width': grown(1.5, 3) },
    },
  ];
}

/** What is drawn of the alerts: those with a polygon, with what a popup tells of them. */
export function alertData(alerts: Alert[]): FeatureCollection<Polygon> {
  return {
    type: 'FeatureCollection',
    features: alerts.flatMap(({ geometry, properties }): Feature<Polygon>[] => {
      const { event, has_polygon: isDrawn } = properties;
      if (!isDrawn || !geometry) return [];
      const colour = alertColours[event];
      return [
        {
          type: 'Feature',
          geometry: geometry as Polygon,
          properties: { event, colour, gravity: gravity.indexOf(event), words: wordsOf(properties).join('\n') },
        },
      ];
    }),
  };
}

/** Until when, which way, and what it brings, a line each. */
function wordsOf({ ends, expires, motion, tags, headline }: Alert['properties']): string[] {
  const threats = [
    tags.tornado && `Tornado ${tags.tornado.toLowerCase()}`,
    tags.hail_in && `hail to ${tags.hail_in} in`,
    tags.wind_mph && `gusts to ${tags.wind_mph} mph`,
  ].filter(Boolean);
  return [
    `Until ${(ends ?? expires).slice(11, 16)}Z`,
    ...(motion ? [`Moving from ${motion.from_deg}° at ${motion.speed_kt} kt`] : []),
    ...(threats.length > 0 ? [threats.join(', ')] : []),
    ...(headline ? [headline] : []),
  ];
}

/** Puts the alerts on the map; `sources` keeps them for the next style of it. */
export function showAlerts(map: MapView, sources: Record<string, SourceSpecification>, alerts: Alert[]): void {
  const data = alertData(alerts);
  sources['alerts'] = { type: 'geojson', data };
  void map.getSource<GeoJSONSource>('alerts')?.setData(data);
}

/** An alert as it is told of a place. */
export interface ToldAlert {
  event: string;
  colour: string;
  words: string[];
}

/** The alerts whose polygon holds a place that is on the screen, the gravest first. */
export function alertsAt(map: MapView, place: { lat: number; lon: number }): ToldAlert[] {
  if (!map.getLayer(ground)) return [];
  const found = map.queryRenderedFeatures(map.project([place.lon, place.lat]), { layers: [ground] });
  const told = new Map(found.map(({ properties }) => [String(properties['words']), properties]));
  return [...told.values()]
    .toSorted((one, other) => Number(other['gravity']) - Number(one['gravity']))
    .map(({ event, colour, words }) => ({
      event: String(event),
      colour: String(colour),
      words: String(words).split('\n'),
    }));
}
