import { radarSites } from '@severe/catalogue';
import { roundTo } from '../model/curves.ts';
import { distanceM, mpsPerMph, type Point } from '@severe/geo';
import { countyAt } from '../land/counties.ts';
import { zonedTime, zoneOf } from '../land/local-time.ts';
import { compassPoint } from '../land/towns.ts';
import { offsetTime } from '../land/utc-time.ts';
import { hourMs } from '../model/plane.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import { cellRing, type Cell } from './cell.ts';
import type { Hour } from './hours.ts';

const api = 'https://api.weather.gov';

/** The metadata of a point, in the format of api.weather.gov. */
export function pointDocument({ lat, lon }: Point, cell: Cell): object {
  const { office, x, y, middle } = cell;
  const county = countyAt(middle);
  const address = `${api}/gridpoints/${office.id}/${x},${y}`;
  return {
    id: `${api}/points/${lat},${lon}`,
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: {
      '@id': `${api}/points/${lat},${lon}`,
      '@type': 'wx:Point',
      cwa: office.id,
      type: 'land',
      forecastOffice: `${api}/offices/${office.id}`,
      gridId: office.id,
      gridX: x,
      gridY: y,
      forecast: `${address}/forecast`,
      forecastHourly: `${address}/forecast/hourly`,
      forecastGridData: address,
      observationStations: `${address}/stations`,
      ...(county ? { county: `${api}/zones/county/${county.ugc}` } : {}),
      timeZone: zoneOf(office),
      radarStation: nearestRadar({ lat, lon }),
    },
  };
}

/** Layers by name: unit, and the value of an hour. */
const layers: Record<string, [uom: string, value: (hour: Hour) => number]> = {
  temperature: ['wmoUnit:degC', ({ temperatureC }) => roundTo(temperatureC, 10)],
  dewpoint: ['wmoUnit:degC', ({ dewpointC }) => roundTo(dewpointC, 10)],
  relativeHumidity: ['wmoUnit:percent', ({ humidityPct }) => humidityPct],
  probabilityOfPrecipitation: ['wmoUnit:percent', ({ chancePct }) => chancePct],
  quantitativePrecipitation: ['wmoUnit:mm', ({ chancePct }) => roundTo(chancePct / 40, 10)],
  windSpeed: ['wmoUnit:km_h-1', ({ windMps }) => roundTo(windMps * 3.6, 10)],
  windGust: ['wmoUnit:km_h-1', ({ gustMps }) => roundTo(gustMps * 3.6, 10)],
  windDirection: ['wmoUnit:degree_(angle)', ({ fromDeg }) => fromDeg],
  skyCover: ['wmoUnit:percent', ({ skyPct }) => skyPct],
};

/** The raw layers of a cell. Consecutive hours with equal values are merged. */
export function gridDocument(cell: Cell, hours: Hour[]): object {
  const { office, x, y } = cell;
  const [{ at }] = hours;
  return {
    id: `${api}/gridpoints/${office.id}/${x},${y}`,
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: [cellRing(cell)] },
    properties: {
      '@type': 'wx:Gridpoint',
      updateTime: offsetTime(at),
      validTimes: `${offsetTime(at)}/P${Math.floor(hours.length / 24)}DT${hours.length % 24}H`,
      forecastOffice: `${api}/offices/${office.id}`,
      gridId: office.id,
      gridX: x,
      gridY: y,
      ...Object.fromEntries(
        Object.entries(layers).map(([name, [uom, value]]) => [name, { uom, values: runsOf(hours, value) }]),
      ),
    },
  };
}

/** The hourly periods of a cell with their text. */
export function hourlyDocument(cell: Cell, hours: Hour[]): object {
  const zone = zoneOf(cell.office);
  const [{ at: from }] = hours;
  return {
    type: 'Feature',
    geometry: { type: 'Polygon', coordinates: [cellRing(cell)] },
    properties: {
      units: 'us',
      forecastGenerator: `${simulatedLabel} HourlyForecastGenerator`,
      generatedAt: offsetTime(from),
      updateTime: offsetTime(from),
      periods: hours.map((one, i) => ({
        number: i + 1,
        name: '',
        startTime: zonedTime(zone, one.at),
        endTime: zonedTime(zone, one.at + hourMs),
        temperature: Math.round(one.temperatureC * 1.8 + 32),
        temperatureUnit: 'F',
        probabilityOfPrecipitation: { unitCode: 'wmoUnit:percent', value: one.chancePct },
        dewpoint: { unitCode: 'wmoUnit:degC', value: roundTo(one.dewpointC, 10) },
        relativeHumidity: { unitCode: 'wmoUnit:percent', value: one.humidityPct },
        windSpeed: `${Math.round(one.windMps / mpsPerMph)} mph`,
        windDirection: compassPoint(one.fromDeg),
        shortForecast: wordsOf(one),
        detailedForecast: '',
      })),
    },
  };
}

function wordsOf({ chancePct, skyPct }: Hour): string {
  if (chancePct >= 60) return 'Showers And Thunderstorms Likely';
  if (chancePct >= 20) return 'Chance Showers And Thunderstorms';
  return skyPct > 65 ? 'Mostly Cloudy' : skyPct > 30 ? 'Partly Cloudy' : 'Clear';
}

function runsOf(hours: Hour[], valueOf: (hour: Hour) => number): { validTime: string; value: number }[] {
  const runs: { at: number; count: number; value: number }[] = [];
  for (const one of hours) {
    const value = valueOf(one);
    const last = runs.at(-1);
    if (last && last.value === value) last.count++;
    else runs.push({ at: one.at, count: 1, value });
  }
  return runs.map(({ at, count, value }) => ({ validTime: `${offsetTime(at)}/PT${count}H`, value }));
}

/** The id of the radar that is nearest to a point. */
function nearestRadar(point: Point): string {
  return radarSites.reduce((best, site) => (distanceM(point, site) < distanceM(point, best) ? site : best)).id;
}
