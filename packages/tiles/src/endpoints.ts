import { listHrrrVariables } from './resources/hrrr-variables.ts';
import { getHrrrTile } from './resources/hrrr-tiles.ts';
import { listRadarFrames } from './resources/radar-frames.ts';
import { getRadarPoint } from './resources/radar-point.ts';
import { listRadarProducts } from './resources/radar-products.ts';
import { getRadarTile } from './resources/radar-tiles.ts';
import { getHrrrTileJson, getRadarTileJson } from './resources/tile-json.ts';

/** Every endpoint of the tile server, in the order of the specification. */
export const tileEndpoints = [
  getRadarTile,
  getRadarTileJson,
  listRadarFrames,
  listRadarProducts,
  getRadarPoint,
  listHrrrVariables,
  getHrrrTile,
  getHrrrTileJson,
];
