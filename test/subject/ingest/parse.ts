import { readFeatures } from '../../../workers/ingest/src/parse/features.ts';
import { neededText, neededTime, numberOf, pointOf, textOf } from '../../../workers/ingest/src/parse/fields.ts';
import { collect, type Parsed } from '../../../workers/ingest/src/parse/parsed.ts';
import type { Payload } from '../../../workers/ingest/src/parse/payload.ts';
import type { NewIceJam } from '../db/table.ts';

/** Reads a GeoJSON list of ice jams. A feature that cannot be read is refused with its reason. */
export function parseIceJams(payload: Payload): Parsed<NewIceJam> {
  return collect(
    readFeatures(payload).features,
    ({ id }, index) => `jam ${textOf(id) ?? index}`,
    ({ id, properties, geometry }) => ({
      key: neededText(id, 'id'),
      river: neededText(properties.river, 'river'),
      stageM: numberOf(properties.stage_m),
      at: neededTime(properties.time, 'time'),
      ...pointOf(geometry),
    }),
  );
}
