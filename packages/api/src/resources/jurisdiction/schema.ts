import { shape } from '@severe/http';
import { geoJson, geometryShape } from '../../shared/feature.ts';

export const boundaryProperties = shape.object({
  fips: shape.text({ example: '40027', about: 'Number of the county, five digits.' }),
  name: shape.text({ example: 'Cleveland County' }),
  state: shape.text({ example: 'OK' }),
  slug: shape.text({ about: 'The name as it stands in URLs.', example: 'cleveland' }),
  wfo: shape.nullable(shape.text({ example: 'OUN', about: 'Forecast office, where it is known.' })),
  simplified: shape.boolean({
    about:
      'Whether the boundary is drawn for small maps, good to a kilometre or so; false once the file of the Census Bureau was imported.',
  }),
  source: shape.text({ example: 'tl_2025_us_county', about: 'Where the boundary is from.' }),
});

export const boundaryShape = shape.withMedia(
  geoJson,
  shape.named(
    'CountyBoundary',
    shape.object({
      type: shape.oneOf(['Feature'], { about: 'As GeoJSON wants it.' }),
      id: shape.text({ example: '40027' }),
      geometry: geometryShape,
      properties: boundaryProperties,
    }),
  ),
);
