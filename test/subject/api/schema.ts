import { shape } from '@severe/http';

export const iceJamProperties = shape.named(
  'IceJam',
  shape.object({
    id: shape.integer(),
    river: shape.text({ example: 'Missouri River' }),
    stage_m: shape.nullable(shape.number({ about: 'Water level upstream, metres.' })),
    time: shape.time({ about: 'Time of the report.' }),
  }),
);
