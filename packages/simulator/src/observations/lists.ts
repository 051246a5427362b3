import { nearestOffice } from '@severe/catalogue';
import { countyAt } from '../land/counties.ts';
import { zonedTime, zoneOf } from '../land/local-time.ts';
import { headingTime, zuluTime } from '../land/utc-time.ts';
import { roundTo } from '../model/curves.ts';
import { humidityPct } from '../model/humidity.ts';
import { simulatedLabel } from '../warnings/texts.ts';
import type { Observation } from './observation.ts';
import type { Station } from './stations.ts';

const inHgOfHpa = 0.0295299875;

/** A METAR, for example `KOUN 212040Z 19015G24KT 10SM SCT050 29/18 A2982 RMK AO2 SLP092 T02940183`. */
export function metarOf(observation: Observation): string {
  const { station, at, fromDeg, speedKt, gustKt, visibilityMi, weather, sky, baseFt } = observation;
  const { temperatureC, dewpointC, pressureHpa, rainMm } = observation;
  const digits = (value: number, count: number): string => String(Math.round(value)).padStart(count, '0');
  const time = `${headingTime(at)}Z`;
  const gust = gustKt === null ? '' : `G${digits(gustKt, 2)}`;
  const whole = (celsius: number): string => `${celsius < 0 ? 'M' : ''}${digits(Math.abs(celsius), 2)}`;
  const tenths = (celsius: number): string => `${celsius < 0 ? 1 : 0}${digits(Math.abs(celsius) * 10, 3)}`;
  return [
    station.id,
    time,
    speedKt === 0 ? '00000KT' : `${digits(fromDeg, 3)}${digits(speedKt, 2)}${gust}KT`,
    `${visibilityMi}SM`,
    ...(weather === '' ? [] : [weather]),
    sky === 'CLR' ? sky : `${sky}${digits(baseFt / 100, 3)}`,
    `${whole(temperatureC)}/${whole(dewpointC)}`,
    `A${digits(pressureHpa * inHgOfHpa * 100, 4)}`,
    'RMK AO2',
    `SLP${digits((pressureHpa * 10) % 1000, 3)}`,
    ...(rainMm > 0 ? [`P${digits((rainMm / 25.4) * 100, 4)}`] : []),
    `T${tenths(temperatureC)}${tenths(dewpointC)}`,
    simulatedLabel,
  ].join(' ');
}

/** An observation as the Iowa Environmental Mesonet lists it. */
export function currentFeature(observation: Observation): object {
  const { station, at, temperatureC, dewpointC, fromDeg, speedKt, gustKt } = observation;
  const { pressureHpa, visibilityMi, sky, baseFt, weather, rainMm } = observation;
  const id = station.id.slice(1);
  const fahrenheit = (celsius: number): number => Math.round((celsius * 1.8 + 32) * 10) / 10;
  return {
    id,
    type: 'Feature',
    properties: {
      station: id,
      name: station.name,
      state: station.state,
      network: `${station.state}_ASOS`,
      utc_valid: zuluTime(at),
      local_valid: zonedTime(zoneOf(nearestOffice(station)), at).slice(0, 19),
      tmpf: fahrenheit(temperatureC),
      dwpf: fahrenheit(dewpointC),
      relh: roundTo(humidityPct(temperatureC, dewpointC), 10),
      drct: fromDeg,
      sknt: speedKt,
      gust: gustKt,
      alti: Math.round(pressureHpa * inHgOfHpa * 100) / 100,
      mslp: pressureHpa,
      vsby: visibilityMi,
      phour: Math.round((rainMm / 25.4) * 100) / 100,
      skyc1: sky,
      skyl1: sky === 'CLR' ? null : baseFt,
      wxcodes: weather === '' ? [] : [weather],
      raw: metarOf(observation),
    },
    geometry: { type: 'Point', coordinates: [station.lon, station.lat] },
  };
}

/** A station as api.weather.gov describes it. */
export function stationFeature({ id, name, state, lat, lon, elevationM }: Station): object {
  const address = `https://api.weather.gov/stations/${id}`;
  const county = countyAt({ lat, lon });
  return {
    id: address,
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [lon, lat] },
    properties: {
      '@id': address,
      '@type': 'wx:ObservationStation',
      elevation: { unitCode: 'wmoUnit:m', value: elevationM },
      stationIdentifier: id,
      name: state === '' ? name : `${name}, ${state}`,
      timeZone: zoneOf(nearestOffice({ lat, lon })),
      provider: 'ASOS-HFM',
      subProvider: '',
      ...(county ? { county: `https://api.weather.gov/zones/county/${county.ugc}` } : {}),
    },
  };
}
