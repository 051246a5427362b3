import { parseTime } from '@severe/base';
import type { AlertTags, StormMotion } from '@severe/db';
import { foldLongitude } from '@severe/geo';
import { textsOf } from '../../parse/fields.ts';
import type { JsonObject } from '../../parse/payload.ts';
import { knotsPerMph } from '../../parse/units.ts';

/** The `parameters` of an alert: lists of texts by name. */
export type Parameters = JsonObject;

/**
 * The threat tags of a storm-based warning.
 *
 * @param text the bulletin, for tags that only occur in its text
 * @param event the name of the event: the text of a tornado warning can mention a flash flood emergency
 */
export function tagsOf(parameters: Parameters, text: string, event: string): AlertTags {
  const first = (name: string): string | null => firstOf(parameters, name) ?? null;
  const tornadoDamage = first('tornadoDamageThreat');
  const floodDamage = first('flashFloodDamageThreat');
  return {
    tornado: first('tornadoDetection'),
    damageThreat: tornadoDamage ?? first('thunderstormDamageThreat') ?? floodDamage,
    hailIn: numberIn(first('maxHailSize')),
    windMph: mphIn(first('maxWindGust')),
    flashFlood: first('flashFloodDetection'),
    pds: tornadoDamage === 'CONSIDERABLE' || /PARTICULARLY\s+DANGEROUS\s+SITUATION/i.test(text),
    emergency: [tornadoDamage, floodDamage].includes('CATASTROPHIC') || saysEmergency(text, event),
  };
}

/** Whether a text says that its event is an emergency. Lines are wrapped between any two words. */
function saysEmergency(text: string, event: string): boolean {
  const [only] = /TORNADO|FLASH FLOOD/i.exec(event) ?? [];
  const kinds = only === undefined ? ['TORNADO', 'FLASH FLOOD'] : [only];
  return kinds.some((kind) => new RegExp(String.raw`\b${kind.replace(' ', '\\s+')}\s+EMERGENCY\b`, 'i').test(text));
}

/** The first text of a parameter; undefined if it is absent or empty. */
export function firstOf(parameters: Parameters, name: string): string | undefined {
  return textsOf(parameters[name])[0] || undefined;
}

/** A wind speed in mph: `60 MPH`, `Up to 50 MPH`, or for marine areas `34 knots`. */
function mphIn(text: string | null): number | null {
  const value = numberIn(text);
  if (value === null) return null;
  return /kn?o?ts?\b/i.test(text!) ? Math.round(value / knotsPerMph) : value;
}

/** The first number in a text: `1.00`, `Up to .75`, `2.75IN`. */
function numberIn(text: string | null): number | null {
  const found = text?.match(/\d*\.?\d+/);
  return found ? Number(found[0]) : null;
}

/**
 * Parses the motion of a storm or a line of storms: `2026-07-15T19:58:00-00:00...storm...230DEG...29KT...32.49,-94.84
 * 32.31,-94.42`. Null for any other form.
 */
export function motionOf(text: string | undefined): StormMotion | null {
  const [time = '', , direction = '', speed = '', places = ''] = text?.split('...') ?? [];
  const observedAt = parseTime(time);
  const [, fromDeg] = /^(\d{1,3})DEG$/.exec(direction) ?? [];
  const [, speedKt] = /^(\d{1,3})KT$/.exec(speed) ?? [];
  if (!observedAt || fromDeg === undefined || speedKt === undefined || Number(fromDeg) > 360) return null;
  const points = places.split(/\s+/).flatMap((place): [lon: number, lat: number][] => {
    const [, lat, lon] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(place) ?? [];
    return lat === undefined ? [] : [[foldLongitude(Number(lon)), Number(lat)]];
  });
  return {
    fromDeg: Number(fromDeg),
    speedKt: Number(speedKt),
    observedAt: observedAt.toISOString(),
    points,
  };
}
