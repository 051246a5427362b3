import { shape } from '@severe/http';

export const watchTypes = ['TOR', 'SVR'] as const;

/** A probability; null if the source of the watch does not give it. */
const percent = (of: string) =>
  shape.nullable(shape.number({ min: 0, max: 100, about: `Probability in percent of ${of}.` }));

export const watchProperties = shape.named(
  'Watch',
  shape.object({
    id: shape.integer(),
    number: shape.integer({ about: 'Watch number; numbering restarts at 1 each January.', example: 212 }),
    year: shape.integer(),
    type: shape.nullable(
      shape.oneOf(watchTypes, { about: 'Tornado or severe thunderstorm; null for a kind that is not known.' }),
    ),
    pds: shape.nullable(shape.boolean({ about: 'Whether it is a particularly dangerous situation.' })),
    max_hail_in: shape.nullable(shape.number({ about: 'Diameter in inches.' })),
    max_wind_kt: shape.nullable(shape.number({ about: 'Maximum gust in knots.' })),
    issued: shape.time(),
    expires: shape.time(),
    status: shape.oneOf(['active', 'expired', 'ended'], {
      about: '`ended`: removed by the provider before it expired.',
    }),
    states: shape.arrayOf(shape.text({ example: 'OK' }), {
      about: 'States of its counties; until the counties are known, states that the outline intersects.',
    }),
    counties: shape.arrayOf(shape.text({ example: '40027' }), {
      about: 'FIPS codes of the counties, from the alerts of the watch; empty until the first alert.',
    }),
    probabilities: shape.nullable(
      shape.object(
        {
          tornado_2_or_more: percent('two or more tornadoes'),
          tornado_strong_1_or_more: percent('one or more strong tornadoes (EF2 or stronger)'),
          wind_10_or_more: percent('ten or more severe wind events'),
          wind_65kt_1_or_more: percent('one or more wind events of at least 65 knots'),
          hail_10_or_more: percent('ten or more severe hail events'),
          hail_2in_1_or_more: percent('one or more hail events of at least 2 inches'),
          hail_wind_6_or_more: percent('six or more severe hail and wind events'),
        },
        { about: 'Probabilities within the watch; null if the source does not give them.' },
      ),
    ),
    url: shape.nullable(shape.text({ about: 'URL of the page of the Storm Prediction Center.' })),
  }),
);
