import { DataError } from '@severe/base';
import { type Feature, readFeatures } from '../../parse/features.ts';
import { lookUp, numberOf, textOf } from '../../parse/fields.ts';
import { collect, type Parsed } from '../../parse/parsed.ts';
import type { Payload } from '../../parse/payload.ts';
import { areaFrom, lineFrom } from '../../parse/shapes.ts';
import { capitalised } from './parse-outlook.ts';
import { advisoryOf, type Basin, type OutlookAreaRow, type StormShapeRow } from './row.ts';

/**
 * Reads a layer of cones, forecast tracks or past tracks of the map service (`NHC_tropical_weather_summary`). Its
 * `idp_source` begins with the storm: `al062026-028_5day_pgn`.
 *
 * @throws {DataError} when the payload is no list of features
 */
export function parseStormShapes(payload: Payload, kind: StormShapeRow['kind']): Parsed<StormShapeRow> {
  return collect(
    readFeatures(payload).features,
    ({ properties }, i) => `${kind} ${textOf(properties.idp_source) ?? `feature ${i}`}`,
    ({ properties, geometry }): StormShapeRow => {
      const stormId = /^((?:al|ep|cp)\d{6})\b/i.exec(textOf(properties.idp_source) ?? '')?.[1];
      if (!stormId)
        throw new DataError('field', `expected a storm in idp_source, got ${JSON.stringify(properties.idp_source)}`);
      const shape = kind === 'cone' ? areaFrom(geometry) : lineFrom(geometry);
      if (!shape) throw new DataError('place', `expected a ${kind}, got no geometry`);
      const advisory = textOf(properties.advisnum);
      return { stormId: stormId.toLowerCase(), kind, advisory: advisory && advisoryOf(advisory), shape };
    },
  );
}

/** Reads the layer of areas where cyclones may form. @throws {DataError} when the payload is no list of features */
export function parseOutlookAreas(payload: Payload): Parsed<OutlookAreaRow> {
  return collect(
    readFeatures(payload).features,
    ({ properties }, i) => `${textOf(properties.basin) ?? 'basin'} area ${textOf(properties.area) ?? i}`,
    readArea,
  );
}

const basins: Record<string, Basin> = {
  atlantic: 'al',
  'eastern pacific': 'ep',
  'east pacific': 'ep',
  'central pacific': 'cp',
};

function readArea({ id, properties, geometry }: Feature): OutlookAreaRow {
  const basin = lookUp(basins, textOf(properties.basin)?.toLowerCase());
  if (!basin) throw new DataError('field', `expected a basin, got ${JSON.stringify(properties.basin)}`);
  const percent = (value: unknown) => numberOf(textOf(value)?.replace('%', ''));
  const risk = (value: unknown) => {
    const word = textOf(value);
    return word && capitalised(word);
  };
  return {
    basin,
    area: numberOf(properties.area) ?? numberOf(id) ?? 0,
    probability2day: percent(properties.prob2day),
    probability7day: percent(properties.prob7day),
    risk2day: risk(properties.risk2day),
    risk7day: risk(properties.risk7day),
    text: null,
    shape: areaFrom(geometry),
  };
}
