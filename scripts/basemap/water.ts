import { join } from 'node:path';
import { ringHolds, type Ring } from '@severe/geo';
import type { Feature, LineString, MultiLineString, MultiPolygon, Polygon, Position } from 'geojson';
import { open } from 'shapefile';
import type { LayerFeature } from './layer.ts';

/** A place in each of the lakes that the land of the counties ends at, longitude and latitude. */
const greatLakes: [name: string, lon: number, lat: number][] = [
  ['Superior', -87.5, 47.7],
  ['Michigan', -87, 44],
  ['Huron', -82.3, 44.8],
  ['Erie', -81.2, 42.2],
  ['Ontario', -77.8, 43.6],
  ['Saint Clair', -82.72, 42.45],
];

/** Rivers are not drawn from this zoom on: they err by up to 3 km there, which is 40 pixels. */
const riversTo = 10;

/** Zoom from which on a river of a rank of Natural Earth is drawn. */
const riverZoom = (rank: number) => Math.max(0, Math.min(9, Math.round(rank) - 1));

export interface WaterLayers {
  features: LayerFeature[];
  /** Polygons of the Great Lakes. */
  greatLakes: Position[][][];
}

/**
 * Lakes and rivers at 1:10,000,000 (Natural Earth).
 *
 * @param folder has the shapefiles `ne_10m_lakes` and `ne_10m_rivers_lake_centerlines`
 * @throws {Error} if one is missing, or has none of the Great Lakes
 */
export async function readWater(folder: string): Promise<WaterLayers> {
  const lakes = (await readShapes(join(folder, 'ne_10m_lakes'))) as Feature<Polygon | MultiPolygon>[];
  const polygons = lakes.flatMap(({ geometry }) =>
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates,
  );
  const great = greatLakes.map(([name, lon, lat]) => {
    const found = polygons.find(([shore]) => ringHolds(shore as Ring, [lon, lat]));
    if (!found) throw new Error(`expected Lake ${name} at ${lat}, ${lon} in ${folder}`);
    return found;
  });
  const rivers = (await readShapes(join(folder, 'ne_10m_rivers_lake_centerlines'))) as Feature<
    LineString | MultiLineString
  >[];
  return {
    greatLakes: great,
    features: [
      ...polygons.filter((polygon) => !great.includes(polygon)).map(lakeOf),
      ...rivers.filter(({ properties }) => !/lake centerline/i.test(String(properties?.['featurecla']))).map(riverOf),
    ],
  };
}

function lakeOf(coordinates: Position[][]): LayerFeature {
  const [lons, lats] = [0, 1].map((axis) => coordinates[0].map((position) => position[axis]));
  const widthDeg = Math.max(Math.max(...lons) - Math.min(...lons), Math.max(...lats) - Math.min(...lats));
  const zoom = Math.max(0, Math.min(9, Math.ceil(Math.log2((360 * 4) / (512 * widthDeg))))); // from 4 pixels on
  return { type: 'Feature', properties: { kind: 'lake', min_zoom: zoom }, geometry: { type: 'Polygon', coordinates } };
}

function riverOf({ properties, geometry }: Feature<LineString | MultiLineString>): LayerFeature {
  const { name, scalerank } = properties as { name?: string; scalerank: number };
  return {
    type: 'Feature',
    properties: { kind: 'river', min_zoom: riverZoom(scalerank), max_zoom: riversTo, ...(name ? { name } : {}) },
    geometry,
  };
}

/** Reads the features of a shapefile, with their attributes if it has a `.dbf`. @throws {Error} if there is no such file */
export async function readShapes(base: string): Promise<Feature[]> {
  const features: Feature[] = [];
  const source = await open(`${base}.shp`).catch((cause: unknown) => {
    throw new Error(`expected the shapefile ${base}.shp`, { cause });
  });
  for (let next = await source.read(); !next.done; next = await source.read()) features.push(next.value);
  return features;
}
