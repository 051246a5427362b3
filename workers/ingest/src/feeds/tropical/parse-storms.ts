import { DataError } from '@severe/base';
import { neededNumber, neededText, neededTime, numberOf, placeOf, textOf } from '../../parse/fields.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { arrayOf, isRecord, type JsonObject, type Payload, readJson, recordOf } from '../../parse/payload.ts';
import { knotsPerMph } from '../../parse/units.ts';
import { advisoryOf, basinOf, categoryOf, classificationOf, type StormRow } from './row.ts';

/**
 * Parses `CurrentStorms.json`. The list is empty out of season. Movement speed is in mph, as documented by the centre.
 *
 * @throws {DataError} for a payload without a list of storms
 */
export function parseCurrentStorms(payload: Payload): Parsed<StormRow> {
  const storms = arrayOf(recordOf(readJson(payload), 'storms').activeStorms, 'activeStorms');
  return collect(
    storms,
    (storm, i) => (isRecord(storm) && textOf(storm.id)) || `storm ${i}`,
    (storm) => readStorm(recordOf(storm, 'a storm')),
  );
}

function readStorm(storm: JsonObject): StormRow | Ignored {
  const stormId = neededText(storm.id, 'id').toLowerCase();
  const basin = basinOf(stormId);
  if (!/^[a-z]{2}\d{6}$/.test(stormId)) throw new DataError('field', `expected basin, number and year, got ${stormId}`);
  if (!basin) return new Ignored('of another basin');
  const advisory = isRecord(storm.publicAdvisory) ? storm.publicAdvisory : {};
  const number = textOf(advisory.advNum);
  const maxWindKt = numberOf(storm.intensity);
  const mph = numberOf(storm.movementSpeed);
  return {
    stormId,
    basin,
    name: textOf(storm.name) ?? stormId.toUpperCase(),
    classification: classificationOf(textOf(storm.classification)),
    advisory: number && advisoryOf(number),
    issuedAt: neededTime(advisory.issuance ?? storm.lastUpdate, 'issuance'),
    ...placeOf([
      neededNumber(storm.longitudeNumeric, 'longitudeNumeric'),
      neededNumber(storm.latitudeNumeric, 'latitudeNumeric'),
    ]),
    maxWindKt,
    gustKt: null,
    pressureHpa: numberOf(storm.pressure),
    movementDirDeg: numberOf(storm.movementDir),
    movementKt: mph === null ? null : Math.round(mph * knotsPerMph),
    category: storm.classification === 'HU' ? categoryOf(maxWindKt) : null,
    url: textOf(advisory.url),
  };
}
