import { t } from '../language.ts';
import type { Point } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { bothTimes } from '../times.ts';
import { number, quantity } from '../units.ts';
import { barbName } from './images.ts';
import { grown } from './draw.ts';
import { symbolsOf, compact, type MapSymbol, type Overlay } from './overlay.ts';

const limit = 1000;
const kmhPerKnot = 1.852;

/** Station plots: temperature and dewpoint left of the station in the chosen unit, and a barb for the wind. */
export const observations: Overlay = {
  id: 'stations',
  name: t`Stations`,
  source: 'observations',
  everySeconds: 120,
  inSight: true,
  layers: [
    {
      id: 'stations barbs',
      type: 'symbol',
      source: 'stations',
      layout: {
        'icon-image': ['get', 'barb'],
        'icon-rotate': ['get', 'from'],
        'icon-rotation-alignment': 'map',
        'icon-size': grown([4, 0.7], [8, 1]),
        'icon-overlap': 'always',
        'icon-ignore-placement': true,
        'text-field': [
          'format',
          ['get', 'temperature'],
          { 'text-color': '#c40000' },
          '\n',
          {},
          ['get', 'dewpoint'],
          { 'text-color': '#00752b' },
        ],
        'text-font': ['sans-serif'],
        'text-size': grown([4, 11], [8, 14]),
        'text-anchor': 'right',
        'text-offset': [-0.7, 0],
        'text-padding': 3,
      },
      paint: { 'text-color': '#333333', 'text-halo-color': '#ffffff', 'text-halo-width': 1.6 },
    },
  ],
  load: async ({ bbox }) =>
    symbolsOf(await client.get('/observations', { bbox, latest: true, limit }), limit, stationSymbol),
};

export function stationSymbol({
  geometry,
  properties,
}: {
  geometry: unknown;
  properties: Schemas['Observation'];
}): MapSymbol {
  const {
    station,
    name,
    time,
    temperature,
    dewpoint,
    wind_speed: wind,
    wind_gust: gust,
    wind_dir_deg: from,
  } = properties;
  const speed = (kmh: number) => quantity(kmh, 'km/h', 0);
  const windText =
    wind !== null &&
    (wind === 0
      ? t`Wind calm`
      : from === null
        ? t`Wind variable at ${speed(wind)}`
        : t`Wind from ${from}° at ${speed(wind)}`);
  return {
    geometry: geometry as Point,
    kind: t`Station`,
    colour: '#222222',
    rank: 0,
    title: `${station}${name ? ` ${name}` : ''}`,
    lines: compact(
      compact(
        temperature !== null && t`Temperature ${quantity(temperature, 'degC', 0)}`,
        dewpoint !== null && t`dewpoint ${quantity(dewpoint, 'degC', 0)}`,
      ).join(', '),
      windText && (gust === null ? windText : t`${windText}, gusts ${speed(gust)}`),
      properties.pressure !== null && t`Pressure ${quantity(properties.pressure, 'hPa')}`,
      properties.weather,
      bothTimes(time),
    ),
    drawn: {
      temperature: temperature === null ? '' : number(temperature, 'degC', 0),
      dewpoint: dewpoint === null ? '' : number(dewpoint, 'degC', 0),
      barb: wind === null ? '' : barbName(wind / kmhPerKnot),
      from: from ?? 0,
    },
  };
}
