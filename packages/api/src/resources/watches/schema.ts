import { shape } from '@severe/http';

export const watchTypes = ['TOR', 'SVR'] as const;

/** Null where the source of the watch does not tell it, as is the whole. */
const percent = (of: string) =>
  shape.nullable(shape.number({ min: 0, max: 100, about: `Chance in percent of ${of}.` }));

export const watchProperties = shape.named(
  'Watch',
  shape.object({
    id: shape.integer(),
    number: shape.integer({ about: 'Numbers begin at 1 each January.', example: 212 }),
    year: shape.integer(),
    type: shape.oneOf(watchTypes, { about: 'Tornado or severe thunderstorm.' }),
    pds: shape.nullable(shape.boolean({ about: 'A particularly dangerous situation.' })),
    max_hail_in: shape.nullable(shape.number({ about: 'Diameter in inches.' })),
    max_wind_kt: shape.nullable(shape.number({ about: 'Gusts in knots.' })),
    issued: shape.time(),
    expires: shape.time(),
    status: shape.oneOf(['active', 'expired', 'ended'], {
      about: '`ended`: the provider lists it no longer, before it would have expired.',
    }),
    states: shape.arrayOf(shape.text({ example: 'OK' }), {
      about: 'Those of its counties; until these are known, those that its outline meets.',
    }),
    counties: shape.arrayOf(shape.text({ example: '40027' }), {
      about: 'FIPS codes, from the alerts of the watch; empty until there are any.',
    }),
    probabilities: shape.nullable(
      shape.object(
        {
          tornado_2_or_more: percent('two tornadoes or more'),
          tornado_strong_1_or_more: percent('a strong tornado (EF2 or more)'),
          wind_10_or_more: percent('ten severe winds or more'),
          wind_65kt_1_or_more: percent('a wind of 65 knots or more'),
          hail_10_or_more: percent('ten severe hails or more'),
          hail_2in_1_or_more: percent('hail of two inches or more'),
          hail_wind_6_or_more: percent('six severe hails or winds or more'),
        },
        { about: 'Chances within the watch; null where its source does not tell them.' },
      ),
    ),
    url: shape.nullable(shape.text({ about: 'The page of the Storm Prediction Center.' })),
  }),
);
