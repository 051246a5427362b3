import type { LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';
import type { Feature, Geometry } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import outlinesUrl from 'us-atlas/counties-10m.json?url';
import { cities } from './cities.ts';
import { detailLayers, detailSource } from './detail/layers.ts';
import { inks } from './inks.ts';
import type { Overlay } from './overlays/overlay.ts';
import { emptySource, hideEmpty } from './shapes.ts';
import { siteLayers } from './sites.ts';
import type { Theme } from './theme.ts';

/** Weather is drawn below this map layer, so that borders and names stay readable. */
export const belowBorders = 'counties';

/** Map layers of the outlines that are part of the page. They are hidden while the detailed base map is there. */
export const outlineLayers = ['land', belowBorders, 'states', 'cities'];

/** An invisible map layer: what is drawn below it is under the weather. */
export const belowWeather = 'under weather';

/** Outlines that are part of the page: sources of the base map, and the outline of a county by its FIPS code. */
export interface Outlines {
  sources: Record<string, SourceSpecification>;
  countyOf: (fips: string) => Geometry | undefined;
}

/** Loads the outlines of states and counties (US Census Bureau, public domain). */
export async function loadOutlines(): Promise<Outlines> {
  const topology = (await (await fetch(outlinesUrl)).json()) as Topology<{
    counties: GeometryCollection;
    states: GeometryCollection<{ name: string }>;
    nation: GeometryCollection;
  }>;
  const { counties, states, nation } = topology.objects;
  const byFips = new Map(counties.geometries.map((county) => [county.id, county]));
  const made = new Map<string, Geometry | undefined>();
  const countyOf = (fips: string) => {
    const county = byFips.get(fips);
    if (county && !made.has(fips)) made.set(fips, (feature(topology, county) as Feature).geometry);
    return made.get(fips);
  };
  const sources: Outlines['sources'] = {
    nation: { type: 'geojson', data: feature(topology, nation) },
    states: { type: 'geojson', data: mesh(topology, states) },
    counties: { type: 'geojson', data: mesh(topology, counties, (a, b) => a !== b), tolerance: 0.6 },
    cities: {
      type: 'geojson',
      data: {
        type: 'FeatureCollection',
        features: cities.map(([name, lon, lat, from]) => ({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [lon, lat] },
          properties: { name, from },
        })),
      },
      attribution: 'Outlines: US Census Bureau',
    },
    sites: emptySource,
  };
  return { sources, countyOf };
}

/**
 * The base map. Names use the fonts of the browser, so no font server is needed. Roads, water and towns are drawn if `sources`
 * has the tiles of the detailed base map, else the outlines of the contiguous states and the names of large cities.
 *
 * @param overlays the first is drawn on top
 */
export function basemap(
  theme: Theme,
  sources: Record<string, SourceSpecification>,
  overlays: Pick<Overlay, 'id' | 'layers'>[],
): StyleSpecification {
  const ink = inks[theme];
  const drawn = overlays.toReversed().flatMap(({ layers }) => layers);
  const detail = detailSource in sources ? detailLayers(ink) : { ground: [], lines: [], names: [] };
  const outline = { visibility: detailSource in sources ? 'none' : 'visible' } as const;
  const all = { ...Object.fromEntries(overlays.map(({ id }) => [id, emptySource])), ...sources };
  const layers: LayerSpecification[] = [
    { id: 'sea', type: 'background', paint: { 'background-color': ink.sea } },
    { id: 'land', type: 'fill', source: 'nation', layout: outline, paint: { 'fill-color': ink.land } },
    ...detail.ground,
    ...drawn.filter(({ type }) => type === 'fill'),
    { id: belowWeather, type: 'background', layout: { visibility: 'none' } },
    {
      id: belowBorders,
      type: 'line',
      source: 'counties',
      minzoom: 4.5,
      layout: outline,
      paint: { 'line-color': ink.county, 'line-width': ['interpolate', ['linear'], ['zoom'], 4.5, 0.4, 9, 1.2] },
    },
    {
      id: 'states',
      type: 'line',
      source: 'states',
      layout: outline,
      paint: { 'line-color': ink.state, 'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.7, 9, 2] },
    },
    ...detail.lines,
    ...drawn.filter(({ type }) => type !== 'fill'),
    {
      id: 'cities',
      type: 'symbol',
      source: 'cities',
      filter: ['>=', ['zoom'], ['get', 'from']],
      layout: {
        ...outline,
        'text-field': ['get', 'name'],
        'text-font': ['sans-serif'],
        'text-size': ['interpolate', ['linear'], ['zoom'], 3, 11, 9, 15],
      },
      paint: { 'text-color': ink.text, 'text-halo-color': ink.halo, 'text-halo-width': 1.4 },
    },
    ...detail.names,
    ...siteLayers(ink),
  ];
  return { version: 8, sources: all, layers: hideEmpty(layers, all) };
}
