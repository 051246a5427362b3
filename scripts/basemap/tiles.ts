import { gzipSync } from 'node:zlib';
import { GeoJSONVT, type GeoJSONVTFeature, type GeoJSONVTTile } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { tileRange, type Bounds, type Tile } from '@severe/geo';
import type { Layer } from './layer.ts';

/** Deepest level of the tiles. Deeper zooms enlarge them: at zoom 12, a unit of a tile is half a pixel. */
export const deepest = 9;

/** Deepest level outside of the regions. */
const worldDeepest = 5;

/** Regions with all levels: the Americas with Hawaii, which the satellites of the service see; Guam and its neighbours. */
const regions: Bounds[] = [
  [-180, -56, -25, 75],
  [140, 5, 160, 25],
];

const world: Bounds = [-180, -85, 180, 85];
const extent = 4096;

/** A tile in gzip, with the bytes of its layers before compression. */
export interface MadeTile {
  tile: Tile;
  bytes: Uint8Array;
}

/** Cuts layers into vector tiles. Tiles without features are left out. */
export function* cutTiles(layers: Layer[]): Iterable<MadeTile> {
  const indexes = layers.map(({ id, features }) => ({
    id,
    index: new GeoJSONVT(
      { type: 'FeatureCollection', features },
      { maxZoom: deepest, indexMaxZoom: worldDeepest, indexMaxPoints: 0, tolerance: 4, extent, buffer: 64 },
    ),
  }));
  for (const tile of wantedTiles()) {
    const cut = indexes.flatMap(({ id, index }) => {
      const found = index.getTile(tile.z, tile.x, tile.y);
      const kept = found && visible(found, tile.z);
      return kept && kept.features.length > 0 ? [[id, kept] as const] : [];
    });
    if (cut.length === 0) continue;
    yield { tile, bytes: compress(fromGeojsonVt(Object.fromEntries(cut), { version: 2, extent })) };
  }
}

/** Reproducible gzip: the operating system in its header is "unknown". */
function compress(bytes: Uint8Array): Uint8Array {
  const packed = gzipSync(bytes, { level: 9 });
  packed[9] = 255;
  return packed;
}

/** The features that are drawn at this level; at the deepest one also those of the zooms beyond. */
function visible(tile: GeoJSONVTTile, z: number): GeoJSONVTTile {
  if (z === deepest) return tile;
  return {
    ...tile,
    features: (tile.features as GeoJSONVTFeature[]).filter(({ tags }) => (tags?.['min_zoom'] as number) <= z),
  };
}

function* wantedTiles(): Iterable<Tile> {
  for (let z = 0; z <= deepest; z++) {
    const seen = new Set<number>();
    for (const bounds of z <= worldDeepest ? [world] : regions) {
      const { minX, minY, maxX, maxY } = tileRange(bounds, z);
      for (let y = minY; y <= maxY; y++) {
        for (let x = minX; x <= maxX; x++) {
          const key = y * 2 ** z + x;
          if (seen.has(key)) continue;
          seen.add(key);
          yield { z, x, y };
        }
      }
    }
  }
}
