import type { Endpoint } from '@severe/http';
import type { ApiContext } from '../../context.ts';
import { getCollection, listCollections } from './collections.ts';
import { definitionOf } from './definition.ts';
import { featureEndpoints } from './items.ts';
import { getConformance, getOgcLanding } from './landing.ts';

const resources: Endpoint<ApiContext>[] = [
  getOgcLanding,
  getConformance,
  listCollections,
  getCollection,
  ...featureEndpoints,
];

/** OGC API: the lists as collections of features. */
export const ogc: Endpoint<ApiContext>[] = [...resources, definitionOf(resources)];
