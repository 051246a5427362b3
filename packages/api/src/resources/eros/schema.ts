import { shape } from '@severe/http';

export const eroProperties = shape.named(
  'ExcessiveRainfallOutlook',
  shape.object({
    id: shape.integer({ about: 'Stays the same until the area is drawn anew.' }),
    day: shape.integer({ min: 1, max: 3 }),
    category: shape.oneOf(['MRGL', 'SLGT', 'MDT', 'HIGH'], { about: 'Marginal, slight, moderate or high risk.' }),
    category_rank: shape.integer({ min: 1, max: 4, about: '1 `MRGL` to 4 `HIGH`.' }),
    probability: shape.number({
      about: 'The least chance, 0 to 1, of rain above flash flood guidance within 25 miles of a point.',
    }),
    issued: shape.nullable(shape.time({ about: 'Null where the file does not tell it.' })),
    valid_from: shape.time(),
    valid_to: shape.time(),
    color: shape.nullable(shape.text({ about: 'Line, as the provider draws it.' })),
    fill: shape.nullable(shape.text({ about: 'Area, as the provider draws it.' })),
  }),
);
