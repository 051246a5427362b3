export type { StormMotions } from './nexrad/storm-motion.ts';
export { tileEndpoints } from './endpoints.ts';
export { createTileServer, type TileMetrics, type TileServer, type TileServerOptions } from './tile-server.ts';
export {
  openPointValues,
  type PointValues,
  type PointValuesOptions,
  type RadarAround,
  type Strongest,
} from './point-values.ts';
