import type { Endpoint } from '@severe/http';
import type { ApiContext } from '../../context.ts';
import { getCollection, getFeatureSchema, listCollections } from './collections.ts';
import { featureEndpoints } from './items.ts';
import { getConformance, getDefinition, getOgcLanding } from './landing.ts';
import { observationQueries } from './observation-queries.ts';
import { getTileMatrixSet, getTileset, listTileMatrixSets, listTilesets } from './tilesets.ts';

/** OGC API: lists as collections of features, products as tilesets. Values at places of rasters are with the tile server. */
export const ogc: Endpoint<ApiContext>[] = [
  getOgcLanding,
  getDefinition,
  getConformance,
  listCollections,
  getCollection,
  getFeatureSchema,
  ...featureEndpoints,
  ...observationQueries,
  listTileMatrixSets,
  getTileMatrixSet,
  listTilesets,
  getTileset,
];
