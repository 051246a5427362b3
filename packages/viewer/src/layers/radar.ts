import { service, type Product } from '../service.ts';
import { filmFrames } from './film.ts';
import { last, legendOf, paletteOf, readingOf, type Layer } from './layer.ts';

const window = { minutes: 60, interval: 2 };

/** At 40° N a cell of 0.01° is wider than a pixel of level 8. */
const deepest = 8;

const absences = {
  below_threshold: 'Nothing here',
  no_data: 'The radars do not see this place',
  outside: 'Outside the radar mosaic',
};

export function radarLayer({ id, name, description, palettes }: Product): Layer {
  return {
    id: `radar/${id}`,
    family: 'radar',
    group: 'Radar mosaic',
    name,
    about: description,
    palettes,
    framesPerSecond: 6,
    current: last,
    frames: (view) =>
      filmFrames({ family: 'radar', id, palette: paletteOf({ palettes }, view), window, deepest }, view),
    read: async ({ lat, lon }, { stamp }) => ({
      text: readingOf(await service.radarPoint(id, lat, lon, stamp), absences),
    }),
    legend: legendOf('radar', id, palettes),
  };
}
