import { modelIds, models, type Model } from '@severe/catalogue';
import { positions } from './doors/ogc/position.ts';
import { getWmtsCapabilities } from './doors/wmts/capabilities.ts';
import { getRainViewerMaps, getRainViewerTimes } from './doors/rainviewer/maps.ts';
import { legends } from './resources/legends.ts';
import { listNexradFrames } from './resources/nexrad-frames.ts';
import { getNexradPoint } from './resources/nexrad-point.ts';
import { listNexradProducts } from './resources/nexrad-products.ts';
import { listNexradSites } from './resources/nexrad-sites.ts';
import { nexradTiles } from './resources/nexrad-tiles.ts';
import { listRadarFrames } from './resources/radar-frames.ts';
import { listNowcastProducts } from './resources/nowcast/list.ts';
import { nowcastBundles, nowcastLoops } from './resources/nowcast/loop.ts';
import { getNowcastPoint, getNowcastPointSeries } from './resources/nowcast/point.ts';
import { getNowcastTileJson, nowcastTiles } from './resources/nowcast/tiles.ts';
import { radarBundles, satelliteBundles } from './resources/bundles.ts';
import { radarLoops, satelliteLoops } from './resources/loops.ts';
import { getRadarPoint } from './resources/radar-point.ts';
import { listRadarProducts, listSatelliteProducts } from './resources/products.ts';
import { radarTiles, satelliteTiles } from './resources/observed-tiles.ts';
import { getModelValues, getModelValuesJson, getRadarValues, getRadarValuesJson } from './resources/values-tiles.ts';
import { squares } from './resources/squares.ts';
import { getRadarPointSeries, postRadarPoints } from './resources/radar-points.ts';
import { getModelPoint } from './resources/model-point.ts';
import { modelTiles } from './resources/model-tiles.ts';
import { getModelValue } from './resources/model-value.ts';
import { listModelVariables } from './resources/model-variables.ts';
import { listSatelliteFrames } from './resources/satellite-frames.ts';
import { getSatellitePoint } from './resources/satellite-point.ts';
import { getModelTileJson, getNexradTileJson, getRadarTileJson, getSatelliteTileJson } from './resources/tile-json.ts';

/** Every endpoint of the tile server, in the order of the specification. */
export const tileEndpoints = [
  ...radarTiles,
  getRadarTileJson,
  listRadarFrames,
  listRadarProducts,
  getRadarValues,
  getRadarValuesJson,
  ...radarLoops,
  ...radarBundles,
  getRadarPoint,
  getRadarPointSeries,
  postRadarPoints,
  ...satelliteTiles,
  getSatelliteTileJson,
  listSatelliteProducts,
  listSatelliteFrames,
  ...satelliteLoops,
  ...satelliteBundles,
  getSatellitePoint,
  listNexradSites,
  listNexradProducts,
  ...nexradTiles,
  getNexradTileJson,
  listNexradFrames,
  getNexradPoint,
  listNowcastProducts,
  ...nowcastTiles,
  getNowcastTileJson,
  ...nowcastLoops,
  ...nowcastBundles,
  getNowcastPoint,
  getNowcastPointSeries,
  ...modelIds.flatMap((id) => modelEndpoints(models[id])),
  ...legends,
  ...squares,
  getRainViewerMaps,
  getRainViewerTimes,
  ...positions,
  getWmtsCapabilities,
];

/** The endpoints of the frames of a model. */
function modelEndpoints(model: Model) {
  return [
    listModelVariables(model),
    ...modelTiles(model),
    getModelTileJson(model),
    getModelValues(model),
    getModelValuesJson(model),
    getModelValue(model),
    getModelPoint(model),
  ];
}
