import type { Endpoint } from '@severe/http';
import type { ApiContext } from '../../context.ts';
import { getCollection, getFeatureSchema, listCollections } from './collections.ts';
import { definitionOf } from './definition.ts';
import { featureEndpoints } from './items.ts';
import { getConformance, getOgcLanding } from './landing.ts';
import { observationQueries } from './observation-queries.ts';
import { getTileMatrixSet, getTileset, listTileMatrixSets, listTilesets } from './tilesets.ts';

const resources: Endpoint<ApiContext>[] = [
  getOgcLanding,
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

/** OGC API: lists as collections of features, products as tilesets. Values at places of rasters are with the tile server. */
export const ogc: Endpoint<ApiContext>[] = [...resources, definitionOf(resources)];
