import { shape } from '@severe/http';

export const eroProperties = shape.named(
  'ExcessiveRainfallOutlook',
  shape.object({
    id: shape.integer({ about: 'Identifier, stable until the area is redrawn.' }),
    day: shape.integer({ min: 1, max: 3 }),
    category: shape.text({
      about:
        '`MRGL`, `SLGT`, `MDT`, `HIGH`: marginal, slight, moderate or high risk; any other word as the provider gives it.',
      example: 'SLGT',
    }),
    category_rank: shape.nullable(
      shape.integer({ min: 1, max: 4, about: '1 `MRGL` to 4 `HIGH`; null for another word.' }),
    ),
    probability: shape.nullable(
      shape.number({
        about: 'Minimum probability, 0 to 1, of rain above flash flood guidance within 25 miles of a point.',
      }),
    ),
    issued: shape.nullable(shape.time({ about: 'Time of issue; null if the file does not give it.' })),
    valid_from: shape.time(),
    valid_to: shape.time(),
    color: shape.nullable(shape.text({ about: 'Line colour of the provider.' })),
    fill: shape.nullable(shape.text({ about: 'Fill colour of the provider.' })),
  }),
);
