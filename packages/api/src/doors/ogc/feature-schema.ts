import { addressOf } from './links.ts';
import { responseOf, type FeatureCollection } from './feature-collections.ts';
import { downgraded, withoutNull } from './downgrade.ts';

type Json = Record<string, unknown>;

export const schemaMedia = 'application/schema+json';

export const schemaPath = (collection: string): string => `/collections/${collection}/schema`;

interface FeatureSchema extends Json {
  properties: Json & { properties: { properties: Json; required: string[] } };
}

/**
 * The schema of the features of a collection. Types are those of known values: an unknown one is null. The id is that of the feature;
 * as a property, it would be a second field of that name in GDAL.
 */
export function featureSchemaOf({ id, title, list }: FeatureCollection, publicUrl: string): Json {
  const { features } = responseOf(list).properties;
  const { properties, ...feature } = withoutNull(downgraded(features.items)) as FeatureSchema;
  const { properties: fields, required, ...rest } = properties.properties;
  const { id: _, ...others } = fields;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: addressOf(publicUrl, schemaPath(id)),
    ...feature,
    title,
    properties: {
      ...properties,
      properties: { ...rest, properties: others, required: required.filter((name) => name !== 'id') },
    },
  };
}
