import { DataError } from '@severe/base';
import { type Feature, readAllFeatures } from '../../parse/features.ts';
import { neededNumber, neededTime, numberOf, textOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { excerpt, type Payload } from '../../parse/payload.ts';
import { repairedArea } from '../../parse/shapes.ts';
import { nearestTimeOfDay } from '../../parse/times.ts';
import { yearOfNumber } from '../shared/year-of-number.ts';
import { noteUnknownWord } from '../../parse/unknown-words.ts';
import { type DiscussionRow, discussionUrl, watchesIn } from './row.ts';

/**
 * Parses the active outlines from the ArcGIS layer of SPC (GeoJSON or Esri JSON) or from the Iowa Environmental Mesonet
 * (`/api/1/nws/spc_mcd.geojson`). Neither has the text.
 *
 * @throws {DataError} when the payload is no list of features
 */
export function parseDiscussions(payload: Payload): Parsed<DiscussionRow> {
  const features = readAllFeatures(payload);
  return collect(
    features,
    ({ properties }, i) => textOf(properties.name) ?? `discussion ${textOf(properties.num) ?? `feature ${i}`}`,
    (feature) => ('num' in feature.properties ? fromIem(feature) : fromArcgis(feature)),
  );
}

/**
 * ArcGIS has the number and the end of validity in texts, and the time of issue as the time of its file. The end, which has no day, is
 * the nearest to the file: it can be over when the file is written.
 */
function fromArcgis({ properties, geometry }: Feature): DiscussionRow | Ignored {
  const name = textOf(properties.name);
  if (name === null || /no\s*area/i.test(name)) return new Ignored('no discussion in force'); // one feature with this text
  const [, number] = /^\D{0,40}?(\d{1,4})$/.exec(name.trim()) ?? [];
  if (!number) throw new DataError('field', `expected MD and a number, got ${excerpt(name)}`);
  if (!/^MD \d/.test(name)) noteUnknownWord('name', name);
  const issuedAt = neededTime(properties.idp_filedate, 'idp_filedate');
  const [, until] = /Active Till (\d{4}) UTC/i.exec(textOf(properties.folderpath) ?? '') ?? [];
  return {
    ...bare(Number(number), yearOfNumber(Number(number), issuedAt), issuedAt, geometry),
    expiresAt: until ? nearestTimeOfDay(until, issuedAt) : null,
  };
}

function fromIem({ properties, geometry }: Feature): DiscussionRow {
  const issuedAt = neededTime(properties.issue, 'issue');
  const number = neededNumber(properties.num, 'num');
  const year = yearOfNumber(number, issuedAt);
  const concerning = textOf(properties.concerning);
  return {
    ...bare(number, year, issuedAt, geometry),
    expiresAt: neededTime(properties.expire, 'expire'),
    watchConfidence: numberOf(properties.watch_confidence),
    concerning,
    watches: watchesIn(concerning),
  };
}

function bare(number: number, year: number, issuedAt: Date, geometry: unknown): DiscussionRow {
  return {
    kind: 'convective',
    number,
    year,
    issuedAt,
    expiresAt: null,
    watchConfidence: null,
    concerning: null,
    areasAffected: null,
    wfos: [],
    watches: [],
    threats: null,
    text: null,
    url: discussionUrl(year, number),
    area: repairedArea(geometry),
    isCorrection: false,
  };
}
