import { formatTime } from '@severe/base';
import { shape, type TypeOf } from '@severe/http';
import type { IceJamRow } from '../db/table.ts';

export const iceJamProperties = shape.named(
  'IceJam',
  shape.object({
    id: shape.integer(),
    river: shape.text({ example: 'Missouri River' }),
    stage_m: shape.nullable(shape.number({ about: 'Water level upstream, metres.' })),
    time: shape.time({ about: 'Time of the report.' }),
  }),
);

/** Properties of an ice jam feature. */
export function presentIceJam({ id, river, stageM, at }: IceJamRow): TypeOf<typeof iceJamProperties> {
  return { id, river, stage_m: stageM, time: formatTime(at) };
}
