import { client, dataOf, type PaletteName, type RadarId, type RadarProduct } from '../service.ts';
import { filmFrames } from './film-frames.ts';
import type { View } from '../view.ts';
import { isSmooth, last, legendOf, paletteOf, readingOf, type Frame, type Layer } from './layer.ts';

/** An hour with every image, or more with fewer. */
const windowOf = ({ hours }: View) => ({ minutes: 60 * hours, interval: hours === 1 ? 2 : 5 });

/** At 40° N a cell of 0.01° is wider than a pixel of level 8. */
const deepest = 8;

/** Smoothed images have detail between cells. */
const deepestSmooth = 10;

const absences = {
  below_threshold: 'No echo here',
  no_data: 'No radar coverage here',
  outside: 'Outside the radar mosaic',
};

/** The frames of a mosaic, which need no list of products. */
export function radarFrames(id: string, palette: PaletteName, view: View): Promise<Frame[]> {
  const smooth = isSmooth({ hasValues: true }, view);
  const subject = { family: 'radar', id, palette, smooth, window: windowOf(view) } as const;
  return filmFrames({ ...subject, deepest: smooth ? deepestSmooth : deepest }, view);
}

export function radarLayer({ id, name, description, palettes, cadence_seconds: cadenceSeconds }: RadarProduct): Layer {
  return {
    id: `radar/${id}`,
    family: 'radar',
    group: 'Radar mosaic',
    name,
    about: description,
    palettes,
    hasValues: true,
    cadenceSeconds,
    framesPerSecond: 6,
    current: last,
    frames: (view) => radarFrames(id, paletteOf({ palettes }, view), view),
    read: async ({ lat, lon }, { stamp }) => ({
      text: readingOf(
        await dataOf(client.get('/radar/point', { product: id as RadarId, lat, lon, ts: stamp })),
        absences,
      ),
    }),
    legend: legendOf('radar', id, palettes),
  };
}
