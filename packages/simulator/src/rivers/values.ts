import { nearestOffice } from '@severe/catalogue';
import { zonedTime, zoneOf } from '../land/local-time.ts';
import { offsetTime } from '../land/utc-time.ts';
import { hourMs } from '../model/plane.ts';
import type { Gauge } from './gauges.ts';
import type { Water } from './water.ts';

/** A gauge of the Geological Survey and its last reading. */
export interface Reading {
  gauge: Gauge;
  water: Water;
}

interface Parameter {
  code: string;
  name: string;
  unit: string;
  /** The value as text; undefined if the gauge does not measure it. */
  value(reading: Reading): string | undefined;
}

/** The parameters of the Geological Survey. Every third gauge measures temperature. */
const parameters: Parameter[] = [
  {
    code: '00010',
    name: 'Temperature, water, &#176;C',
    unit: 'deg C',
    value: (reading) => (reading.gauge.reach % 3 === 0 ? temperatureC(reading).toFixed(1) : undefined),
  },
  {
    code: '00060',
    name: 'Streamflow, ft&#179;/s',
    unit: 'ft3/s',
    value: ({ water }) => String(Math.round(water.flow * 1000)),
  },
  { code: '00065', name: 'Gage height, ft', unit: 'ft', value: ({ water }) => water.stage.toFixed(2) },
];

const noDataValue = -999999;

/** Values of the parameters as the instantaneous values service lists them (WaterML as JSON). */
export function instantaneousValues(readings: Reading[], codes: string[]): object {
  return {
    name: 'ns1:timeSeriesResponseType',
    declaredType: 'org.cuahsi.waterml.TimeSeriesResponseType',
    scope: 'javax.xml.bind.JAXBElement$GlobalScope',
    value: { queryInfo: {}, timeSeries: measured(readings, codes).map(timeSeries) },
  };
}

/** The same values as the successor service lists them, one feature each. */
export function latestItems(readings: Reading[], codes: string[]): object {
  const features = measured(readings, codes).map(({ gauge, water, parameter: { code, unit }, value }) => ({
    type: 'Feature',
    id: `simulated-${gauge.usgsId}-${code}`,
    geometry: { type: 'Point', coordinates: [gauge.lon, gauge.lat] },
    properties: {
      time_series_id: `simulated-${gauge.usgsId}-${code}`,
      monitoring_location_id: `USGS-${gauge.usgsId}`,
      parameter_code: code,
      statistic_id: '00011',
      time: offsetTime(water.at),
      value,
      unit_of_measure: unit.replace('3/', '^3/'),
      approval_status: 'Provisional',
      qualifier: null,
      last_modified: new Date(water.at).toISOString(),
    },
  }));
  return { type: 'FeatureCollection', features, numberReturned: features.length, links: [] };
}

interface Measured extends Reading {
  parameter: Parameter;
  value: string;
}

function measured(readings: Reading[], codes: string[]): Measured[] {
  return readings.flatMap((reading) =>
    parameters.flatMap((parameter): Measured[] => {
      const value = codes.includes(parameter.code) ? parameter.value(reading) : undefined;
      return value === undefined ? [] : [{ ...reading, parameter, value }];
    }),
  );
}

function timeSeries({ gauge, water, parameter: { code, name, unit }, value }: Measured): object {
  const { usgsId, lat, lon, county } = gauge;
  const dateTime = zonedTime(zoneOf(nearestOffice(gauge)), water.at).replace(/(?=[+-]\d\d:\d\d$)/, '.000');
  return {
    sourceInfo: {
      siteName: gauge.name.toUpperCase(),
      siteCode: [{ value: usgsId, network: 'NWIS', agencyCode: 'USGS' }],
      geoLocation: { geogLocation: { srs: 'EPSG:4326', latitude: lat, longitude: lon }, localSiteXY: [] },
      note: [],
      siteType: [],
      siteProperty: [
        { value: 'ST', name: 'siteTypeCd' },
        { value: county.fips.slice(0, 2), name: 'stateCd' },
        { value: county.fips, name: 'countyCd' },
      ],
    },
    variable: {
      variableCode: [{ value: code, network: 'NWIS', vocabulary: 'NWIS:UnitValues', default: true }],
      variableName: name,
      valueType: 'Derived Value',
      unit: { unitCode: unit },
      note: [],
      noDataValue,
      variableProperty: [],
    },
    values: [
      {
        value: [{ value, qualifiers: ['P'], dateTime }],
        qualifier: [],
        qualityControlLevel: [],
        method: [{ methodDescription: '', methodID: Number(usgsId) }],
        source: [],
        offset: [],
        sample: [],
        censorCode: [],
      },
    ],
    name: `USGS:${usgsId}:${code}:00000`,
  };
}

/** Water temperature: the season, slightly warmer in the evening, cooler when the river is full. */
function temperatureC({ gauge, water }: Reading): number {
  const day = water.at / hourMs / 24;
  const season = 16 - 10 * Math.cos((2 * Math.PI * (day - 28)) / 365.25);
  const evening = 1.2 * Math.cos(2 * Math.PI * (day - 23.5 / 24));
  return season + evening - 0.5 * (gauge.lat - 34) - (1.5 * water.flow) / (water.flow + gauge.rating.banks.flow);
}
