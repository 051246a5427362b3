import { DataError } from '@severe/base';
import type { Line, Position } from '@severe/geo';
import { type Feature, readFeatures } from '../../parse/features.ts';
import { neededNumber, neededTime, numberOf, pointOf, textOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import type { JsonObject, Payload } from '../../parse/payload.ts';
import { repairedLine } from '../../parse/shapes.ts';
import {
  type DamagePointRow,
  type DamageTrackRow,
  metresPerMile,
  metresPerYard,
  ratingOf,
  solarDate,
  straightWind,
} from './row.ts';

/** A page of the layer `/1` (tracks) or `/0` (points). `more` is set if the server has another page. */
interface DamagePage<Row> extends Parsed<Row> {
  more: boolean;
}

/**
 * Parses the tracks of the Damage Assessment Toolkit. Lengths are in statute miles and widths in yards.
 *
 * @throws {DataError} when the payload is no list of features
 */
export function parseDamageTracks(payload: Payload): DamagePage<DamageTrackRow> {
  const { features, more } = readFeatures(payload);
  return { ...collect(features, nameOf, readTrack), more };
}

/**
 * Parses the points of the Damage Assessment Toolkit. @throws {DataError} for any payload that is not a feature list
 */
export function parseDamagePoints(payload: Payload): DamagePage<DamagePointRow> {
  const { features, more } = readFeatures(payload);
  return { ...collect(features, nameOf, readPoint), more };
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

function readPoint({ properties, geometry }: Feature): DamagePointRow | Ignored {
  if (textOf(properties.efscale) === straightWind) return new Ignored('straight-line wind');
  return {
    sourceId: neededNumber(properties.objectid, 'objectid'),
    at: neededTime(properties.stormdate, 'stormdate'),
    ...ratingOf(textOf(properties.efscale)),
    windMph: numberOf(properties.windspeed, [0]),
    indicator: textOf(properties.damage_txt),
    degree: textOf(properties.dod_txt),
    ...harm(properties),
    wfo: textOf(properties.office),
    comments: textOf(properties.comments),
    ...pointOf(geometry),
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
