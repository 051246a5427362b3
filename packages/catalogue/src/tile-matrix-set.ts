import { tileRange, tileSize, withoutCrossing, type Bounds } from '@severe/geo';
import { maxZoom } from './product.ts';

/** Half the circumference of the sphere of Web Mercator, metres. */
const half = Math.PI * 6_378_137;
/** Pixels of 0.28 mm (OGC 17-083r4, 6.2). */
const pixelM = 0.00028;

export const tileMatrixSetId = 'WebMercatorQuad';
export const tileMatrixSetUri = `http://www.opengis.net/def/tilematrixset/OGC/1.0/${tileMatrixSetId}`;
export const webMercator = 'http://www.opengis.net/def/crs/EPSG/0/3857';

/** WebMercatorQuad, as far as there are tiles (OGC 17-083r4, annex D.1). */
export const tileMatrixSet = {
  id: tileMatrixSetId,
  title: 'Google Maps Compatible for the World',
  uri: tileMatrixSetUri,
  crs: webMercator,
  orderedAxes: ['X', 'Y'],
  wellKnownScaleSet: 'http://www.opengis.net/def/wkss/OGC/1.0/GoogleMapsCompatible',
  tileMatrices: Array.from({ length: maxZoom + 1 }, (_, z) => {
    const cellSize = (2 * half) / (tileSize * 2 ** z);
    return {
      id: String(z),
      scaleDenominator: cellSize / pixelM,
      cellSize,
      cornerOfOrigin: 'topLeft',
      pointOfOrigin: [-half, half],
      tileWidth: tileSize,
      tileHeight: tileSize,
      matrixWidth: 2 ** z,
      matrixHeight: 2 ** z,
    };
  }),
};

/** The tiles that a box touches at each level. */
export function tileLimitsOf(bounds: Bounds) {
  return tileMatrixSet.tileMatrices.map(({ id }) => {
    const { minX, maxX, minY, maxY } = tileRange(withoutCrossing(bounds), Number(id));
    return { tileMatrix: id, minTileRow: minY, maxTileRow: maxY, minTileCol: minX, maxTileCol: maxX };
  });
}
