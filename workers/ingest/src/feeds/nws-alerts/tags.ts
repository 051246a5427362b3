import { parseTime } from '@severe/base';
import type { AlertTags, StormMotion } from '@severe/db';

/** The `parameters` of an alert: lists of texts by name. */
export type Parameters = Record<string, unknown>;

const mphOfKnot = 1.150779;

/** What a storm-based warning says of its threats; `text` is the bulletin, for what is said there alone. */
export function tagsOf(parameters: Parameters, text: string): AlertTags {
  const first = (name: string): string | null => firstOf(parameters, name) ?? null;
  const tornadoDamage = first('tornadoDamageThreat');
  const floodDamage = first('flashFloodDamageThreat');
  return {
    tornado: first('tornadoDetection'),
    damage_threat: tornadoDamage ?? first('thunderstormDamageThreat') ?? floodDamage,
    hail_in: inches(first('maxHailSize')),
    wind_mph: milesAnHour(first('maxWindGust')),
    flash_flood: first('flashFloodDetection'),
    pds: tornadoDamage === 'CONSIDERABLE' || /PARTICULARLY DANGEROUS SITUATION/i.test(text),
    emergency:
      [tornadoDamage, floodDamage].includes('CATASTROPHIC') || /\b(?:TORNADO|FLASH FLOOD) EMERGENCY\b/i.test(text),
  };
}

export function firstOf(parameters: Parameters, name: string): string | undefined {
  const list = parameters[name];
  const [value] = Array.isArray(list) ? (list as unknown[]) : [];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `1.00`, `Up to .75`, `2.75IN` */
function inches(text: string | null): number | null {
  return numberIn(text);
}

/** `60 MPH`, `Up to 50 MPH`; at sea `34 knots` */
function milesAnHour(text: string | null): number | null {
  const value = numberIn(text);
  if (value === null) return null;
  return /kn?o?ts?\b/i.test(text!) ? Math.round(value * mphOfKnot) : value;
}

function numberIn(text: string | null): number | null {
  const found = text?.match(/\d*\.?\d+/);
  return found ? Number(found[0]) : null;
}

/**
 * Where a storm, or a line of storms, comes from: `2026-07-15T19:58:00-00:00...storm...230DEG...29KT...32.49,-94.84
 * 32.31,-94.42`. Null for anything else.
 */
export function motionOf(text: string | undefined): StormMotion | null {
  const [time = '', , direction = '', speed = '', places = ''] = text?.split('...') ?? [];
  const observedAt = parseTime(time);
  const [, fromDeg] = /^(\d{1,3})DEG$/.exec(direction) ?? [];
  const [, speedKt] = /^(\d{1,3})KT$/.exec(speed) ?? [];
  if (!observedAt || fromDeg === undefined || speedKt === undefined || Number(fromDeg) > 360) return null;
  const points = places.split(/\s+/).flatMap((place): [lon: number, lat: number][] => {
    const [, lat, lon] = /^(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)$/.exec(place) ?? [];
    return lat === undefined ? [] : [[Number(lon), Number(lat)]];
  });
  return {
    from_deg: Number(fromDeg),
    speed_kt: Number(speedKt),
    observed_at: observedAt.toISOString(),
    points,
  };
}
