import { shape } from '@severe/http';

/** Types that the API accepts. Days 4 to 8 only have `categorical`. */
export const outlookTypes = ['categorical', 'tornado', 'hail', 'wind'] as const;

/** Fields that other resources have too. */
export const outlookFields = {
  risk_rank: shape.nullable(
    shape.integer({
      min: 1,
      max: 6,
      about: '1 (`TSTM`) to 6 (`HIGH`). On days 4 to 8, the rank of the category that equals the probability.',
    }),
  ),
  probability: shape.nullable(shape.number({ about: 'Probability within 25 miles of a point, 0 to 1.' })),
};

export const outlookProperties = shape.named(
  'Outlook',
  shape.object({
    id: shape.integer({ about: 'Identifier, stable until the area is redrawn.' }),
    day: shape.integer({ min: 1, max: 8 }),
    type: shape.oneOf(outlookTypes, { about: 'Hazard: any severe weather, or one kind.' }),
    risk: shape.text({
      about:
        '`TSTM`, `MRGL`, `SLGT`, `ENH`, `MDT` or `HIGH`; a probability in percent, such as `15`; or a conditional ' +
        'intensity group, `CIG1` to `CIG3`, for hatched areas; any other label as the provider gives it.',
      example: 'MDT',
    }),
    ...outlookFields,
    significant: shape.boolean({ about: 'Whether it is a hatched area, in which severe weather may be significant.' }),
    issued: shape.nullable(shape.time()),
    valid_from: shape.time(),
    valid_to: shape.time(),
    color: shape.nullable(shape.text({ about: 'Line colour of the provider.', example: '#cc0000' })),
    fill: shape.nullable(shape.text({ about: 'Fill colour of the provider.', example: '#e06666' })),
    wfo: shape.oneOf(['SPC'], { about: 'The Storm Prediction Center.' }),
  }),
);
