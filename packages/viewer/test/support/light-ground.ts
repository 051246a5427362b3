import { TilePackWriter } from '@severe/raster';
import type { GeometryCollection, Topology } from 'topojson-specification';

/** The state whose outlines stay, by its FIPS code: Oklahoma. */
const state = '40';

/** Leaves the outlines of one state and of its counties: those of all states cost a browser a second on every page. */
export function outlinesOfOneState(file: Buffer): Buffer {
  const outlines = JSON.parse(file.toString()) as Topology<Record<'counties' | 'states', GeometryCollection>>;
  const within = ({ type, geometries }: GeometryCollection) => ({
    type,
    geometries: geometries.filter(({ id }) => String(id).startsWith(state)),
  });
  const [counties, states] = [within(outlines.objects.counties), within(outlines.objects.states)];
  const used = new Set(arcsOf([counties, states]));
  const arcs = outlines.arcs.map((arc, i) => (used.has(i) ? arc : []));
  return Buffer.from(JSON.stringify({ ...outlines, objects: { counties, states, nation: states }, arcs }));
}

/** Numbers of the arcs of geometries; one that runs backwards is the complement of its number. */
function arcsOf(collections: object[]): number[] {
  const lists = [...JSON.stringify(collections).matchAll(/"arcs":(\[[-\d,[\]]*\])/g)];
  return lists.flatMap(([, list]) => (JSON.parse(list) as number[]).flat(3)).map((arc) => (arc < 0 ? ~arc : arc));
}

/** An archive of the detailed base map that has no tiles. */
export function emptyBasemap(): Buffer {
  const layers = ['earth', 'water', 'roads', 'boundaries', 'places'];
  const vectorLayers = layers.map((id) => ({ id, minzoom: 0, maxzoom: 9, fields: {} }));
  const bounds: [number, number, number, number] = [-180, -85, 180, 85];
  return Buffer.from(new TilePackWriter({ name: 'empty', bounds, minZoom: 0, maxZoom: 9, vectorLayers }).finish());
}
