import { named, t } from '../language.ts';
import { client, dataOf, type NowcastId, type PaletteName, type RadarId, type RadarProduct } from '../service.ts';
import { filmFrames } from './film-frames.ts';
import type { View } from '../view.ts';
import { nowcastFrames } from './nowcast.ts';
import { isSmooth, last, legendOf, paletteOf, readingOf, type Frame, type Layer } from './layer.ts';

/** An hour with every image, or more with fewer. */
const windowOf = ({ hours }: View) => ({ minutes: 60 * hours, interval: hours === 1 ? 2 : 5 });

/** At 40° N a cell of 0.01° is wider than a pixel of level 8. */
const deepest = 8;

/** Smoothed images have detail between cells. */
const deepestSmooth = 10;

const absences = {
  below_threshold: t`No echo here`,
  no_data: t`No radar coverage here`,
  outside: t`Outside the radar mosaic`,
};

/** The frames of a mosaic, which need no list of products: those that were measured, and those of the next hour. */
export async function radarFrames(id: string, palette: PaletteName, view: View): Promise<Frame[]> {
  const smooth = isSmooth({ hasValues: true }, view);
  const subject = { family: 'radar', id, palette, smooth, window: windowOf(view) } as const;
  const [measured, ahead] = await Promise.all([
    filmFrames({ ...subject, deepest: smooth ? deepestSmooth : deepest }, view),
    nowcastFrames(id, palette, smooth),
  ]);
  const newest = measured.at(-1);
  return newest ? [...measured, ...ahead.filter(({ at }) => at > newest.at)] : [];
}

export function radarLayer({ id, name, description, palettes, cadence_seconds: cadenceSeconds }: RadarProduct): Layer {
  return {
    id: `radar/${id}`,
    family: 'radar',
    group: t`Radar mosaic`,
    name: named(name),
    about: named(description),
    palettes,
    hasValues: true,
    cadenceSeconds,
    framesPerSecond: 6,
    current: last,
    frames: (view) => radarFrames(id, paletteOf({ palettes }, view), view),
    async read({ lat, lon }, { stamp, run }) {
      if (run === undefined) {
        const point = await dataOf(client.get('/radar/point', { product: id as RadarId, lat, lon, ts: stamp }));
        return { text: readingOf(point, absences) };
      }
      const query = { product: id as NowcastId, lat, lon, ts: run, valid: stamp };
      return { text: readingOf(await dataOf(client.get('/nowcast/point', query)), absences), more: t`extrapolated` };
    },
    legend: legendOf('radar', id, palettes),
  };
}
