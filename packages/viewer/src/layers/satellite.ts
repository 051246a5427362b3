import { client, dataOf, type SatelliteId, type SatelliteProduct, type Schemas } from '../service.ts';
import { filmFrames } from './film-frames.ts';
import type { View } from '../view.ts';
import { last, legendOf, paletteOf, readingOf, type Layer, type Reading } from './layer.ts';

const windowOf = ({ hours }: View) => ({ minutes: hours === 1 ? 120 : 60 * hours, interval: 5 });

/** At 35° N a pixel of level 6 is two kilometres wide, as is a cell right under the satellite. */
const deepest = 6;

const absences = { no_data: 'The satellite has no value here', outside: 'Outside the image' };

export function satelliteLayer(product: SatelliteProduct): Layer {
  const { id, name, description, palettes, cadence_seconds: cadenceSeconds } = product;
  return {
    id: `satellite/${id}`,
    family: 'satellite',
    group: 'Satellite',
    name,
    about: description,
    palettes,
    cadenceSeconds,
    framesPerSecond: 5,
    current: last,
    frames: (view) =>
      filmFrames(
        { family: 'satellite', id, palette: paletteOf({ palettes }, view), window: windowOf(view), deepest },
        view,
      ),
    read: async ({ lat, lon }, { stamp }) =>
      present(await dataOf(client.get('/satellite/point', { product: id as SatelliteId, lat, lon, ts: stamp }))),
    legend: legendOf('satellite', id, palettes),
  };
}

function present(point: Schemas['SatellitePoint']): Reading {
  if (!point.rgb) return { text: readingOf(point, absences) };
  const [red, green, blue] = point.rgb;
  return { text: `Red ${red}, green ${green}, blue ${blue}`, colour: `rgb(${red} ${green} ${blue})` };
}
