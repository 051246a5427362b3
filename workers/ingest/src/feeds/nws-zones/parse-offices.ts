import { officeOf } from '@severe/catalogue';
import { readFeatures } from '../../parse/features.ts';
import { neededText, textOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import type { Payload } from '../../parse/payload.ts';

/** Parses the offices of counties. @throws {DataError} for any payload that is not a list of features */
export function parseZoneOffices(payload: Payload): Parsed<{ ugc: string; wfo: string }> {
  return collect(
    readFeatures(payload).features,
    ({ id }, i) => textOf(id) ?? `feature ${i}`,
    ({ properties }) => {
      const [office] = Array.isArray(properties.cwa) ? (properties.cwa as unknown[]) : [];
      const wfo = textOf(office);
      return wfo === null ? new Ignored('no office') : { ugc: neededText(properties.id, 'id'), wfo: officeOf(wfo) };
    },
  );
}
