import { neededNumber, neededText, neededTime, numberOf, placeOf, pointOf, textOf } from '../../parse/fields.ts';
import { readFeatures } from '../../parse/features.ts';
import { collect, Ignored, type Parsed } from '../../parse/parsed.ts';
import { arrayOf, isRecord, type JsonObject, type Payload, readJson, readText, recordOf } from '../../parse/payload.ts';
import { noReading, parameterOf, type ReadingRow } from './row.ts';

interface Measured {
  series: JsonObject;
  method: string;
  one: unknown;
}

/**
 * Parses the instantaneous values of `waterservices.usgs.gov/nwis/iv`, WaterML as JSON. A site can have several methods
 * for one parameter; -999999 is a missing value.
 *
 * @throws {DataError} for a payload without time series
 */
export function parseUsgsValues(payload: Payload): Parsed<ReadingRow> {
  const value = recordOf(recordOf(readJson(payload), 'values').value, 'value');
  const measured = arrayOf(value.timeSeries, 'timeSeries').flatMap((entry): Measured[] => {
    const series = recordOf(entry, 'a time series');
    return arrayOf(series.values, 'values').flatMap((group) => {
      const { value: list, method } = recordOf(group, 'a group of values');
      const [first] = Array.isArray(method) ? (method as unknown[]) : [];
      const id = isRecord(first) ? String(first.methodID) : '';
      return arrayOf(list, 'a list of values').map((one) => ({ series, method: id, one }));
    });
  });
  return collect(measured, ({ series }) => textOf(series.name) ?? 'series', readValue);
}

function readValue({ series, method, one }: Measured): ReadingRow | Ignored {
  const variable = recordOf(series.variable, 'variable');
  const site = recordOf(series.sourceInfo, 'sourceInfo');
  const measure = parameterOf(firstValue(variable.variableCode));
  if (!measure) return new Ignored(`parameter ${String(firstValue(variable.variableCode))}`);
  const { value, dateTime, qualifiers } = recordOf(one, 'a value');
  const number = numberOf(value, [numberOf(variable.noDataValue) ?? noReading, noReading]);
  if (number === null) return new Ignored('no data');
  const { latitude, longitude } = recordOf(recordOf(site.geoLocation, 'geoLocation').geogLocation, 'geogLocation');
  const properties = (Array.isArray(site.siteProperty) ? site.siteProperty : []).filter(isRecord);
  return {
    usgsId: neededText(firstValue(site.siteCode), 'siteCode'),
    series: method,
    ...measure,
    at: neededTime(dateTime, 'dateTime'),
    value: number,
    qualifiers: (Array.isArray(qualifiers) ? qualifiers : []).map(String),
    name: textOf(site.siteName),
    stateFips: textOf(properties.find(({ name }) => name === 'stateCd')?.value),
    ...placeOf([neededNumber(longitude, 'longitude'), neededNumber(latitude, 'latitude')]),
  };
}

function firstValue(list: unknown): unknown {
  const [first] = Array.isArray(list) ? (list as unknown[]) : [];
  return isRecord(first) ? first.value : undefined;
}

/** Statistic code of instantaneous values; others are daily statistics. */
const instantaneous = '00011';

/**
 * Parses `latest-continuous` and `continuous` of `api.waterdata.usgs.gov/ogcapi`. Values are text; another collection
 * has the names of the sites.
 *
 * @throws {DataError} when the payload is no list of features
 */
export function parseUsgsItems(payload: Payload): UsgsPage {
  const { features, next } = readFeatures(payload);
  const items = collect(
    features,
    ({ properties, id }, i) => textOf(properties.monitoring_location_id) ?? textOf(id) ?? `feature ${i}`,
    ({ properties, geometry }): ReadingRow | Ignored => {
      const code = neededText(properties.parameter_code, 'parameter_code');
      const statistic = textOf(properties.statistic_id) ?? instantaneous;
      const measure = parameterOf(code);
      if (!measure) return new Ignored(`parameter ${code}`);
      if (statistic !== instantaneous) return new Ignored(`statistic ${statistic}`);
      const number = numberOf(properties.value, [noReading]);
      if (number === null) return new Ignored('no data');
      const qualifiers = [properties.approval_status, properties.qualifier].flat();
      return {
        usgsId: usgsNumber(properties),
        series: textOf(properties.time_series_id) ?? '',
        ...measure,
        at: neededTime(properties.time, 'time'),
        value: number,
        qualifiers: qualifiers.filter((qualifier) => typeof qualifier === 'string'),
        name: null,
        stateFips: null,
        ...(geometry ? pointOf(geometry) : { lon: null, lat: null }),
      };
    },
  );
  return { ...items, next };
}

/** The readings of a page. */
interface UsgsPage extends Parsed<ReadingRow> {
  /** Address of the next page; null after the last one. */
  next: string | null;
}

/** Parses either format. @throws {DataError} for any other payload */
export function parseUsgsReadings(payload: Payload): UsgsPage {
  return /"type"\s*:\s*"FeatureCollection"/.test(readText(payload).slice(0, 2000))
    ? parseUsgsItems(payload)
    : { ...parseUsgsValues(payload), next: null };
}

function usgsNumber(properties: JsonObject): string {
  return neededText(properties.monitoring_location_id, 'monitoring_location_id').replace(/^USGS-/, '');
}
