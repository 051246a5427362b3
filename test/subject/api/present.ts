import { formatTime } from '@severe/base';
import type { TypeOf } from '@severe/http';
import type { IceJamRow } from '../db/table.ts';
import type { iceJamProperties } from './schema.ts';

/** Properties of an ice jam feature. */
export function presentIceJam({ id, river, stageM, at }: IceJamRow): TypeOf<typeof iceJamProperties> {
  return { id, river, stage_m: stageM, time: formatTime(at) };
}
