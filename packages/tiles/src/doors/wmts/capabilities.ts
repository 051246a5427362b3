import {
  isMeasured,
  tileLimitsOf,
  tileMatrixSet,
  tileMatrixSetId,
  type Family,
  type RasterProduct,
} from '@severe/catalogue';
import { withoutCrossing } from '@severe/geo';
import { apiPrefix, declaration, Reply, xml, type Elements } from '@severe/http';
import { chooseForecast } from '../../choose-frame.ts';
import type { TileContext } from '../../context.ts';
import { endpoint } from '../../resources/shared.ts';
import { tileProducts } from '../../tile-products.ts';

const media = 'application/xml; charset=utf-8';
const seconds = 60;
/** Families whose products are layers. */
const layerFamilies: Family[] = ['radar', 'nowcast', 'satellite', 'hrrr', 'rrfs'];

const namespaces = {
  '@xmlns': 'http://www.opengis.net/wmts/1.0',
  '@xmlns:ows': 'http://www.opengis.net/ows/1.1',
  '@xmlns:xlink': 'http://www.w3.org/1999/xlink',
  '@version': '1.0.0',
};

/** GET /wmts/1.0.0/WMTSCapabilities.xml */
export const getWmtsCapabilities = endpoint({
  path: '/wmts/1.0.0/WMTSCapabilities.xml',
  summary: 'Capabilities of a Web Map Tile Service (WMTS 1.0.0) over the tiles: layers, times, addresses.',
  description:
    'A layer for each product that has frames. Its times are those of the frames; the default is what tiles without a time show now.',
  tag: 'Tiles',
  internal: true,
  response: { media: 'application/xml', about: 'Capabilities (OGC 07-057r7).' },
  cache: { seconds },
  handle(_call, context) {
    const layers = layerFamilies.flatMap((family) =>
      tileProducts(family).flatMap((product) => layerOf(product, context)),
    );
    const capabilities: Elements = {
      Capabilities: {
        ...namespaces,
        'ows:ServiceIdentification': {
          'ows:Title': 'severe',
          'ows:ServiceType': 'OGC WMTS',
          'ows:ServiceTypeVersion': '1.0.0',
        },
        Contents: { Layer: layers, TileMatrixSet: matrices },
      },
    };
    return new Reply(200, { 'Content-Type': media }, Buffer.from(declaration + xml(capabilities)));
  },
});

/** A product that has frames as a layer (7.1.1.1 to 7.1.1.3). */
function layerOf(product: RasterProduct, context: TileContext): Elements[] {
  const { family, id, name, about, bounds } = product;
  const { parameter, times, usual } = timesOf(product, context);
  if (times.length === 0) return [];
  const [west, south, east, north] = withoutCrossing(bounds);
  const tiles = `${context.publicUrl()}${apiPrefix}/${family}/tiles/${id}/{TileMatrix}/{TileCol}/{TileRow}.png?${parameter}={Time}`;
  return [
    {
      'ows:Title': name,
      'ows:Abstract': about,
      'ows:WGS84BoundingBox': { 'ows:LowerCorner': `${west} ${south}`, 'ows:UpperCorner': `${east} ${north}` },
      'ows:Identifier': `${family}.${id}`,
      Style: { '@isDefault': 'true', 'ows:Identifier': 'default' },
      Format: 'image/png',
      Dimension: { 'ows:Identifier': 'Time', Default: usual, Value: times },
      TileMatrixSetLink: {
        TileMatrixSet: tileMatrixSetId,
        TileMatrixSetLimits: {
          TileMatrixLimits: tileLimitsOf(bounds).map(({ tileMatrix, ...limits }) => ({
            TileMatrix: tileMatrix,
            MinTileRow: limits.minTileRow,
            MaxTileRow: limits.maxTileRow,
            MinTileCol: limits.minTileCol,
            MaxTileCol: limits.maxTileCol,
          })),
        },
      },
      ResourceURL: { '@format': 'image/png', '@resourceType': 'tile', '@template': tiles },
    },
  ];
}

/** The times of a layer, oldest first, and the parameter of the tiles that takes them. The usual one is what tiles without a time show. */
function timesOf(product: RasterProduct, { index, clock }: TileContext) {
  const { family, id } = product;
  const frames = index.runs(family, id).at(-1)?.frames ?? [];
  if (isMeasured(family)) {
    const stamps = frames.map(({ stamp }) => stamp);
    return { parameter: 'ts', times: stamps, usual: stamps.at(-1) };
  }
  const usual = chooseForecast(index, product, { run: undefined, valid: undefined }, clock())?.frame ?? frames[0];
  return { parameter: 'valid', times: frames.map(({ time }) => time), usual: usual?.time };
}

const matrices: Elements = {
  'ows:Identifier': tileMatrixSetId,
  'ows:SupportedCRS': 'urn:ogc:def:crs:EPSG::3857',
  WellKnownScaleSet: 'urn:ogc:def:wkss:OGC:1.0:GoogleMapsCompatible',
  TileMatrix: tileMatrixSet.tileMatrices.map((matrix) => ({
    'ows:Identifier': matrix.id,
    ScaleDenominator: matrix.scaleDenominator,
    TopLeftCorner: matrix.pointOfOrigin.join(' '),
    TileWidth: matrix.tileWidth,
    TileHeight: matrix.tileHeight,
    MatrixWidth: matrix.matrixWidth,
    MatrixHeight: matrix.matrixHeight,
  })),
};
