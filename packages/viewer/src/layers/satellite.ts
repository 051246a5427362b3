import { service, type Product, type SatellitePoint } from '../service.ts';
import { filmFrames } from './film.ts';
import { last, legendOf, paletteOf, readingOf, type Layer, type Reading } from './layer.ts';

const window = { minutes: 120, interval: 5 };

/** At 35° N a pixel of level 6 is two kilometres wide, as a cell right under the satellite is. */
const deepest = 6;

const absences = { no_data: 'The satellite gives no value here', outside: 'Outside the picture' };

export function satelliteLayer({ id, name, description, palettes }: Product): Layer {
  return {
    id: `satellite/${id}`,
    family: 'satellite',
    group: 'Satellite',
    name,
    about: description,
    palettes,
    framesPerSecond: 5,
    current: last,
    frames: (view) =>
      filmFrames({ family: 'satellite', id, palette: paletteOf({ palettes }, view), window, deepest }, view),
    read: async ({ lat, lon }, { stamp }) => present(await service.satellitePoint(id, lat, lon, stamp)),
    legend: legendOf('satellite', id, palettes),
  };
}

function present(point: SatellitePoint): Reading {
  if (!point.rgb) return { text: readingOf(point, absences) };
  const [red, green, blue] = point.rgb;
  return { text: `Red ${red}, green ${green}, blue ${blue}`, colour: `rgb(${red} ${green} ${blue})` };
}
