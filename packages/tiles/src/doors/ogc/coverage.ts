import type { PointParameter } from '@severe/catalogue';

/** A column of values along the times of a coverage. */
export interface Column extends PointParameter {
  values: readonly (number | string | null)[];
}

/** Media type of CoverageJSON. */
export const coverageJson = 'application/vnd.cov+json';

const referencing = [
  { coordinates: ['x', 'y'], system: { type: 'GeographicCRS', id: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84' } },
  { coordinates: ['t'], system: { type: 'TemporalRS', calendar: 'Gregorian' } },
];

/**
 * A series at a point as a coverage.
 *
 * @param times RFC 3339
 * @see https://docs.ogc.org/cs/21-069r2/21-069r2.html, 6.1 and annex B (PointSeries)
 */
export function pointSeries(place: { lat: number; lon: number }, times: readonly string[], columns: readonly Column[]) {
  return {
    type: 'Coverage',
    domain: {
      type: 'Domain',
      domainType: 'PointSeries',
      axes: { x: { values: [place.lon] }, y: { values: [place.lat] }, t: { values: times } },
      referencing,
    },
    parameters: Object.fromEntries(columns.map((column) => [column.id, parameterOf(column)])),
    ranges: Object.fromEntries(columns.map(({ id, units, values }) => [id, rangeOf(values, units)])),
  };
}

/** Coverages that share no times. */
export function collectionOf(coverages: readonly object[]) {
  return { type: 'CoverageCollection', domainType: 'PointSeries', coverages };
}

function parameterOf({ name, about, units }: PointParameter) {
  return {
    type: 'Parameter',
    description: { en: about },
    ...(units === null ? {} : { unit: { symbol: units } }),
    observedProperty: { label: { en: name } },
  };
}

function rangeOf(values: Column['values'], units: string | null) {
  const dataType = units === null ? 'string' : 'float';
  return { type: 'NdArray', dataType, axisNames: ['t'], shape: [values.length], values };
}
