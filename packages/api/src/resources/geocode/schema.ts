import { placeKinds } from '@severe/db';
import { shape } from '@severe/http';

const county = {
  county: shape.nullable(shape.text({ example: 'Cleveland' })),
  state: shape.nullable(shape.text({ example: 'OK' })),
  fips: shape.nullable(shape.text({ about: 'FIPS code of the county, five digits.', example: '40027' })),
};

export const foundPlaceShape = shape.named(
  'GeocodeResult',
  shape.object({
    name: shape.text({ example: 'Norman' }),
    label: shape.text({
      about: 'Name with state or country, to distinguish places of the same name.',
      example: 'Norman, Cleveland County, OK',
    }),
    lat: shape.number(),
    lon: shape.number(),
    kind: shape.oneOf([...placeKinds, 'point'], { about: 'Kind of place.' }),
    ...county,
    country: shape.nullable(shape.text({ about: 'ISO 3166-1, two letters.', example: 'us' })),
    score: shape.number({ min: 0, max: 1, about: 'Quality of the match; 1 is best.', example: 0.98 }),
  }),
);

export const geocodeSearchShape = shape.named(
  'GeocodeSearch',
  shape.object({
    query: shape.text({ about: 'The search text.', example: 'norman' }),
    results: shape.arrayOf(foundPlaceShape, { about: 'Results, best match first.' }),
  }),
);

export const geocodeReverseShape = shape.named(
  'GeocodeReverse',
  shape.object({
    lat: shape.number(),
    lon: shape.number(),
    name: shape.nullable(shape.text({ about: 'The nearest city; null over water.', example: 'Norman' })),
    label: shape.nullable(shape.text({ about: 'Description of the location.', example: '2 km W of Norman, OK' })),
    distance_km: shape.nullable(shape.number({ min: 0, about: 'Distance from the city in kilometres.' })),
    ...county,
    wfo: shape.nullable(
      shape.text({
        about: 'Forecast office of the county or zone; the nearest office while these are not loaded.',
        example: 'OUN',
      }),
    ),
    zone: shape.nullable(
      shape.text({ about: 'Forecast zone; null if the weather service does not tell it.', example: 'OKZ029' }),
    ),
    timezone: shape.nullable(
      shape.text({
        about: 'IANA time zone. Within some kilometres of a border it can be that of the neighbour.',
        example: 'America/Chicago',
      }),
    ),
  }),
);
