import { zoneKinds } from '@severe/db';
import { shape } from '@severe/http';

export const zoneProperties = shape.named(
  'Zone',
  shape.object({
    id: shape.text({ example: 'OKC027' }),
    kind: shape.oneOf(zoneKinds, { about: 'County, forecast zone or fire weather zone.' }),
    name: shape.text({ example: 'Cleveland' }),
    state: shape.nullable(shape.text({ example: 'OK' })),
    wfo: shape.nullable(shape.text({ example: 'OUN' })),
    simplified: shape.boolean({ about: 'Whether the shape is generalised, with an accuracy of about 1 km.' }),
  }),
);
