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
    simplified: shape.boolean({ about: 'Whether a part of the shape is generalised for small maps.' }),
    source: shape.nullable(
      shape.text({ about: 'Source of the shape; null if not known.', example: 'NOAA/National Weather Service' }),
    ),
    as_of: shape.nullable(shape.text({ about: 'Date of the shape in the source.', example: '2025-03-18' })),
  }),
);
