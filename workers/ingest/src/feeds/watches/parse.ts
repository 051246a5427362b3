import { type Feature, readAllFeatures } from '../../parse/features.ts';
import { neededNumber, neededTime, numberOf, textOf } from '../../parse/fields.ts';
import { collect, type Parsed } from '../../parse/parsed.ts';
import type { Payload } from '../../parse/payload.ts';
import { repairedArea } from '../../parse/shapes.ts';
import { yearOfNumber } from '../shared/year-of-number.ts';
import { type WatchRow, watchTypes, watchUrl } from './row.ts';
import { knownWord } from '../../parse/unknown-words.ts';

/**
 * Parses the watches of the Iowa Environmental Mesonet, `/json/spcwatch.py`, the only source with all fields except
 * probabilities.
 *
 * @throws {DataError} for any other payload; a retired URL sends a web page (`html`)
 */
export function parseWatches(payload: Payload): Parsed<WatchRow> {
  const features = readAllFeatures(payload);
  return collect(features, ({ properties }, i) => `watch ${textOf(properties.number) ?? `feature ${i}`}`, readWatch);
}

function readWatch({ properties, geometry }: Feature): WatchRow {
  const number = neededNumber(properties.number, 'number');
  const issuedAt = neededTime(properties.issue, 'issue');
  const year = yearOfNumber(number, issuedAt);
  return {
    number,
    year,
    type: knownWord(watchTypes, textOf(properties.type), 'type') ?? null,
    status: 'active',
    pds: typeof properties.is_pds === 'boolean' ? properties.is_pds : null,
    maxHailIn: numberOf(properties.max_hail_size),
    maxWindKt: numberOf(properties.max_wind_gust_knots),
    issuedAt,
    validFrom: issuedAt,
    expiresAt: neededTime(properties.expire, 'expire'),
    states: [],
    counties: [],
    probabilities: null,
    replaces: [],
    area: repairedArea(geometry),
    url: textOf(properties.spcurl) ?? watchUrl(year, number),
    isCorrection: false,
  };
}
