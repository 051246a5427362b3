import { shape } from '@severe/http';
import { geoJson, geometryShape } from '../../shared/feature.ts';
import { statusShape, unavailableShape } from '../../situation/schema.ts';
import { alertProperties } from '../alerts/schema.ts';
import { outlookProperties } from '../outlooks/schema.ts';
import { watchProperties } from '../watches/schema.ts';

export const boundaryProperties = shape.object({
  fips: shape.text({ example: '40027', about: 'FIPS code of the county, five digits.' }),
  name: shape.text({ example: 'Cleveland County' }),
  state: shape.text({ example: 'OK' }),
  slug: shape.text({ about: 'Name in the form used in URLs.', example: 'cleveland' }),
  wfo: shape.nullable(shape.text({ example: 'OUN', about: 'Forecast office; null if not known.' })),
  simplified: shape.boolean({
    about:
      'Whether a part of the boundary is generalised for maps of 1:5,000,000: lines between counties that are younger than ' +
      'the bundled file of 2016, until a file of the Census Bureau is imported.',
  }),
  source: shape.text({
    about: 'Source of the boundary: the file of the Census Bureau, or the service.',
    example: 'cb_2016_us_county_500k',
  }),
  as_of: shape.nullable(shape.text({ about: 'Date of the boundaries in the source.', example: '2016-01-01' })),
  successors: shape.arrayOf(shape.text({ example: '09110' }), {
    about: 'FIPS codes of newer counties that took over its area in lists of the Census Bureau; mostly empty.',
  }),
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

export const countySummaryShape = shape.named(
  'CountySummary',
  shape.object({
    fips: shape.text({ example: '40027', about: 'FIPS code of the county, five digits.' }),
    name: shape.text({ example: 'Cleveland County' }),
    state: shape.text({ example: 'OK' }),
    slug: shape.text({ about: 'Name in the form used in URLs.', example: 'cleveland' }),
    wfo: shape.nullable(shape.text({ example: 'OUN', about: 'Forecast office; null if not known.' })),
    generated_at: shape.time({ about: 'Time of the assessment.' }),
    status: statusShape,
    status_reason: shape.text({
      about: 'What gives the status, in one line.',
      example: 'Tornado Warning until 22:45Z',
    }),
    alerts: shape.arrayOf(alertProperties, { about: 'Alerts in force that reach into the county, newest first.' }),
    watches: shape.arrayOf(watchProperties, { about: 'Watches in force that include the county.' }),
    outlook: shape.nullable(outlookProperties),
    reports_24h: shape.object(
      {
        tornado: shape.integer({ min: 0, about: 'Tornado reports.' }),
        hail: shape.integer({ min: 0, about: 'Hail reports.' }),
        wind: shape.integer({ min: 0, about: 'Wind reports.' }),
        flood: shape.integer({ min: 0, about: 'Flood reports.' }),
      },
      { about: 'Storm reports of the last 24 hours inside the county.' },
    ),
    damage_tracks_365d: shape.integer({
      min: 0,
      about: 'Surveyed tornado tracks of the last 365 days that touch the county.',
    }),
    unavailable: unavailableShape,
  }),
);
