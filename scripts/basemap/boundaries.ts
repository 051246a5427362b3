import { latitudeOf, longitudeOf, mercatorX, mercatorY } from '@severe/geo';
import polylabel from 'polylabel';
import type { FeatureCollection, MultiLineString, MultiPolygon, Position } from 'geojson';
import { merge, mesh } from 'topojson-client';
import { topology } from 'topojson-server';
import type {
  GeometryCollection,
  GeometryObject,
  MultiPolygon as MultiPolygonObject,
  Topology,
} from 'topojson-specification';
import type { County } from './counties.ts';
import type { LayerFeature } from './layer.ts';

/** What follows from the boundaries of the counties. */
export interface CountyLayers {
  /** The land of the states, to the shore. */
  land: LayerFeature;
  /** Lines between counties of a state, and between states; each once. */
  lines: LayerFeature[];
  /** Names of counties, at the place in them that is farthest from the boundary. */
  names: LayerFeature[];
}

/** Zooms from which on lines between counties are in the tiles. */
const countyLinesFrom = 4;

/** Width in pixels that a county needs for its name. */
const nameWidthPx = 46;

/** Tiles of vectors have 512 pixels. */
const worldPx = (zoom: number) => 512 * 2 ** zoom;

type Properties = County['properties'];

export function countyLayers(counties: FeatureCollection<MultiPolygon, Properties>): CountyLayers {
  const shared = topology({ counties }) as Topology<{ counties: GeometryCollection<Properties> }>;
  const { counties: all } = shared.objects;
  const stateOf = ({ properties }: GeometryObject<object>) => (properties as Properties).fips.slice(0, 2);
  const between = (isState: boolean): MultiLineString =>
    mesh(shared, all, (a, b) => a !== b && (stateOf(a) !== stateOf(b)) === isState);
  const line = (kind: string, minZoom: number, geometry: MultiLineString): LayerFeature => ({
    type: 'Feature',
    properties: { kind, min_zoom: minZoom },
    geometry,
  });
  return {
    land: {
      type: 'Feature',
      properties: { kind: 'earth', min_zoom: 0 },
      geometry: merge(shared, all.geometries as MultiPolygonObject<Properties>[]),
    },
    lines: [line('county', countyLinesFrom, between(false)), line('region', 0, between(true))],
    names: counties.features.filter(({ properties }) => properties.name !== '').map(nameOf),
  };
}

function nameOf({ properties: { name }, geometry }: County): LayerFeature {
  const places = geometry.coordinates.map((rings) => innermost(rings));
  const widest = places.reduce((a, b) => (b.distance > a.distance ? b : a));
  const zoom = [7, 8, 9, 10].find((z) => 2 * widest.distance * worldPx(z) >= nameWidthPx) ?? 11;
  return {
    type: 'Feature',
    properties: { kind: 'county', name, min_zoom: zoom },
    geometry: { type: 'Point', coordinates: widest.place },
  };
}

/** The place in a polygon that is farthest from its boundary, and that distance in widths of the world. */
function innermost(rings: Position[][]): { place: Position; distance: number } {
  const flat = rings.map((ring) => ring.map(([lon, lat]) => [mercatorX(lon), mercatorY(lat)]));
  const found = polylabel(flat, 1e-5);
  return { place: [longitudeOf(found[0]), latitudeOf(found[1])], distance: found.distance };
}
