import { shape } from '@severe/http';
import { geoJson, geometryShape } from '../../shared/feature.ts';

export const boundaryProperties = shape.object({
  fips: shape.text({ example: '40027', about: 'FIPS code of the county, five digits.' }),
  name: shape.text({ example: 'Cleveland County' }),
  state: shape.text({ example: 'OK' }),
  slug: shape.text({ about: 'Name in the form used in URLs.', example: 'cleveland' }),
  wfo: shape.nullable(shape.text({ example: 'OUN', about: 'Forecast office; null if not known.' })),
  simplified: shape.boolean({
    about:
      'Whether the boundary is generalised, with an accuracy of about 1 km; false after the import of the Census Bureau file.',
  }),
  source: shape.text({ example: 'tl_2025_us_county', about: 'Source of the boundary.' }),
});

export const boundaryShape = shape.withMedia(
  geoJson,
  shape.named(
    'CountyBoundary',
    shape.object({
      type: shape.oneOf(['Feature'], { about: 'GeoJSON type.' }),
      id: shape.text({ example: '40027' }),
      geometry: geometryShape,
      properties: boundaryProperties,
    }),
  ),
);
