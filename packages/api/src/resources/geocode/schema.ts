import { shape } from '@severe/http';

const county = {
  county: shape.nullable(shape.text({ example: 'Cleveland' })),
  state: shape.nullable(shape.text({ example: 'OK' })),
  fips: shape.nullable(shape.text({ about: 'Number of the county, five digits.', example: '40027' })),
};

export const foundPlaceShape = shape.named(
  'GeocodeResult',
  shape.object({
    name: shape.text({ example: 'Norman' }),
    label: shape.text({ about: 'The name with what tells it from others.', example: 'Norman, Cleveland County, OK' }),
    lat: shape.number(),
    lon: shape.number(),
    kind: shape.oneOf(['city', 'postcode', 'point'], { about: 'What was found.' }),
    ...county,
    country: shape.nullable(shape.text({ about: 'ISO 3166-1, two letters.', example: 'us' })),
    score: shape.number({ min: 0, max: 1, about: 'How well it fits: 1 is best.', example: 0.98 }),
  }),
);

export const geocodeSearchShape = shape.named(
  'GeocodeSearch',
  shape.object({
    query: shape.text({ about: 'What was looked for.', example: 'norman' }),
    results: shape.arrayOf(foundPlaceShape, { about: 'The best first.' }),
  }),
);

export const geocodeReverseShape = shape.named(
  'GeocodeReverse',
  shape.object({
    lat: shape.number(),
    lon: shape.number(),
    name: shape.nullable(shape.text({ about: 'The nearest city; null over water.', example: 'Norman' })),
    label: shape.nullable(shape.text({ about: 'Where that is, in words.', example: '2 km W of Norman, OK' })),
    distance_km: shape.nullable(shape.number({ min: 0, about: 'From that city.' })),
    ...county,
    wfo: shape.nullable(
      shape.text({
        about: 'Forecast office of the county or zone; the nearest one until it is known whose they are.',
        example: 'OUN',
      }),
    ),
    zone: shape.nullable(shape.text({ about: 'Forecast zone, where its shape is known.', example: 'OKZ029' })),
    timezone: shape.nullable(
      shape.text({
        about: 'IANA time zone; may be the neighbour’s within some kilometres of a border.',
        example: 'America/Chicago',
      }),
    ),
  }),
);
