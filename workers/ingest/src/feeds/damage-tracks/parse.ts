import { DataError } from '@severe/base';
import { metresPerMile, metresPerYard, type Line, type Position } from '@severe/geo';
import { type Feature, readFeatures } from '../../parse/features.ts';
import { neededNumber, neededTime, numberOf, textOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import type { JsonObject, Payload } from '../../parse/payload.ts';
import { repairedLine } from '../../parse/shapes.ts';
import { type DamageTrackRow, ratingOf, solarDate, straightWind } from './row.ts';

/** A page of the layer `/1`. `more` is set if the server has another page. */
interface DamagePage extends Parsed<DamageTrackRow> {
  more: boolean;
}

/**
 * Parses the tracks of the Damage Assessment Toolkit. Lengths are in statute miles and widths in yards.
 *
 * @throws {DataError} when the payload is no list of features
 */
export function parseDamageTracks(payload: Payload): DamagePage {
  const { features, more } = readFeatures(payload);
  return { ...collect(features, nameOf, readTrack), more };
}

function nameOf({ id, properties }: Feature, i: number): string {
  return `object ${textOf(properties.objectid) ?? textOf(id) ?? i}`;
}

function readTrack({ properties, geometry }: Feature): DamageTrackRow | Ignored {
  if (textOf(properties.efscale) === straightWind) return new Ignored('straight-line wind');
  const at = neededTime(properties.stormdate, 'stormdate');
  const line = repairedLine(geometry);
  if (!line) throw new DataError('place', 'expected a line, got no geometry');
  return {
    sourceId: neededNumber(properties.objectid, 'objectid'),
    at,
    eventDate: solarDate(at, firstOf(line)[0]),
    ...ratingOf(textOf(properties.efscale)),
    lengthM: scaled(properties.length, metresPerMile),
    widthM: scaled(properties.width, metresPerYard),
    maxWindMph: numberOf(properties.maxwind, [0]),
    ...harm(properties),
    wfo: textOf(properties.wfo),
    state: textOf(properties.state),
    comments: textOf(properties.comments),
    line,
  };
}

function harm(properties: JsonObject): { injuries: number | null; fatalities: number | null } {
  return { injuries: numberOf(properties.injuries), fatalities: numberOf(properties.fatalities ?? properties.deaths) };
}

function scaled(value: unknown, factor: number): number | null {
  const number = numberOf(value, [0]);
  return number === null ? null : Math.round(number * factor);
}

function firstOf({ type, coordinates }: Line): Position {
  return (type === 'LineString' ? coordinates[0] : (coordinates[0] as Position[])[0]) as Position;
}
