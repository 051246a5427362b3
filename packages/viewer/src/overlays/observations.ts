import type { Point } from 'geojson';
import { client, type Schemas } from '../service.ts';
import { bothTimes } from '../times.ts';
import { barbName } from './images.ts';
import { grown } from './draw.ts';
import { symbolsOf, compact, type MapSymbol, type Overlay } from './overlay.ts';

const limit = 1000;
const knotsPerMph = 0.868976;

/** Station plots: temperature and dewpoint in Fahrenheit left of the station, and a barb for the wind. */
export const observations: Overlay = {
  id: 'stations',
  name: 'Stations: °F and wind',
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
    symbolsOf(
      await client.get('/observations', { bbox, latest: true, units: 'imperial', limit }),
      limit,
      stationSymbol,
    ),
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
    wind_speed: mph,
    wind_gust: gust,
    wind_dir_deg: from,
  } = properties;
  const knots = (value: number) => Math.round(value * knotsPerMph);
  const wind =
    mph !== null &&
    `Wind ${mph === 0 ? 'calm' : `${from === null ? 'variable' : `from ${from}°`} at ${knots(mph)} kt`}`;
  return {
    geometry: geometry as Point,
    kind: 'Station',
    colour: '#222222',
    rank: 0,
    title: `${station}${name ? ` ${name}` : ''}`,
    lines: compact(
      compact(inBoth('Temperature', temperature), inBoth('dewpoint', dewpoint)).join(', '),
      wind && `${wind}${gust === null ? '' : `, gusts ${knots(gust)} kt`}`,
      properties.pressure !== null && `Pressure ${properties.pressure} inHg`,
      properties.weather,
      bothTimes(time),
    ),
    drawn: {
      temperature: temperature === null ? '' : String(Math.round(temperature)),
      dewpoint: dewpoint === null ? '' : String(Math.round(dewpoint)),
      barb: mph === null ? '' : barbName(knots(mph)),
      from: from ?? 0,
    },
  };
}

function inBoth(name: string, fahrenheit: number | null): string | undefined {
  return fahrenheit === null
    ? undefined
    : `${name} ${Math.round(fahrenheit)} °F (${Math.round((fahrenheit - 32) / 1.8)} °C)`;
}
