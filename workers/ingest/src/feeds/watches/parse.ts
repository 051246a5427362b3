import { DataError } from '@severe/base';
import { type Feature, readFeatures } from '../../parse/features.ts';
import { neededNumber, neededTime, numberOf, textOf } from '../../parse/fields.ts';
import { collect, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload } from '../../parse/payload.ts';
import { repairedArea } from '../../parse/shapes.ts';
import { yearOfNumber } from '../../parse/year-of-number.ts';
import { type WatchRow, watchUrl } from './row.ts';

/**
 * Parses the watches of the Iowa Environmental Mesonet, `/json/spcwatch.py`, the only source with all fields except
 * probabilities.
 *
 * @throws {DataError} for any other payload; a retired URL sends a web page (`html`)
 */
export function parseWatches(payload: Payload): Parsed<WatchRow> {
  const { features } = readFeatures(payload);
  return collect(features, ({ properties }, i) => `watch ${textOf(properties.number) ?? `feature ${i}`}`, readWatch);
}

function readWatch({ properties, geometry }: Feature): WatchRow {
  const { type } = properties;
  if (type !== 'TOR' && type !== 'SVR') throw new DataError('field', `expected TOR or SVR, got ${excerpt(type)}`);
  const number = neededNumber(properties.number, 'number');
  const issuedAt = neededTime(properties.issue, 'issue');
  const year = numberOf(properties.year) ?? yearOfNumber(number, issuedAt);
  return {
    number,
    year,
    type,
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
