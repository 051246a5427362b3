import { formatStamp } from '@severe/base';
import { offices } from '@severe/catalogue';
import { zuluTime } from '../land/utc-time.ts';
import type { StormReport } from './report.ts';
import { nameOfPlace } from './place-name.ts';

/** Letter, name and unit of a type in local storm reports. */
const lsrTypes: Record<StormReport['type'], [letter: string, name: string, unit: string | null]> = {
  tornado: ['T', 'TORNADO', null],
  hail: ['H', 'HAIL', 'Inch'],
  gust: ['G', 'TSTM WND GST', 'MPH'],
  damage: ['D', 'TSTM WND DMG', null],
  flood: ['F', 'FLASH FLOOD', null],
};

/** A report as the Iowa Environmental Mesonet lists it. */
export function lsrFeature(report: StormReport, row: number): object {
  const { at, place, type, magnitude, isMeasured, source, remark, issuedAt } = report;
  const { city, county, state, wfo } = nameOfPlace(report);
  const [letter, typetext, unit] = lsrTypes[type];
  const icao = offices.find(({ id }) => id === wfo)?.icao ?? `K${wfo}`;
  const stamp = formatStamp(new Date(issuedAt));
  return {
    id: String(row),
    type: 'Feature',
    properties: {
      wfo,
      type: letter,
      magf: magnitude,
      county,
      typetext,
      state,
      remark,
      city,
      source,
      unit,
      valid: zuluTime(at),
      lon: place.lon,
      lat: place.lat,
      qualifier: magnitude === null ? null : isMeasured ? 'M' : 'E',
      product_id: `${stamp}-${icao}-NWUS53-LSR${wfo}`,
      st: state,
      magnitude: magnitude === null ? '' : magnitude.toFixed(2),
    },
    geometry: { type: 'Point', coordinates: [place.lon, place.lat] },
  };
}

/** The tables of SPC: second column, report types, and the column's value. */
const tables: [column: string, types: StormReport['type'][], value: (report: StormReport) => string][] = [
  ['F_Scale', ['tornado'], () => 'UNK'],
  ['Size', ['hail'], ({ magnitude }) => String(Math.round((magnitude ?? 0) * 100))],
  ['Speed', ['gust', 'damage'], ({ magnitude }) => (magnitude === null ? 'UNK' : String(magnitude))],
];

/** A daily SPC file: three tables, one after the other, each with its header. */
export function spcTables(reports: StormReport[]): string {
  return tables
    .flatMap(([column, types, value]) => [
      `Time,${column},Location,County,State,Lat,Lon,Comments`,
      ...reports.filter(({ type }) => types.includes(type)).map((report) => spcLine(report, value(report))),
    ])
    .map((line) => `${line}\n`)
    .join('');
}

function spcLine(report: StormReport, value: string): string {
  const { at, place, remark } = report;
  const { city, county, state, wfo } = nameOfPlace(report);
  const time = new Date(at).toISOString().slice(11, 16).replace(':', '');
  const { lat, lon } = place;
  const places = [lat.toFixed(2), lon.toFixed(2)];
  return [time, value, city.toUpperCase(), county.toUpperCase(), state, ...places, `${remark} (${wfo})`].join(',');
}
