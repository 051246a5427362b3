import { named, t } from '../language.ts';
import { client, dataOf, type PaletteName, type SatelliteId, type SatelliteProduct, type Schemas } from '../service.ts';
import { filmFrames } from './film-frames.ts';
import type { View } from '../view.ts';
import { last, legendOf, paletteOf, readingOf, type Frame, type Layer, type Reading } from './layer.ts';

const windowOf = ({ hours }: View) => ({ minutes: hours === 1 ? 120 : 60 * hours, interval: 5 });

/** At 35° N a pixel of level 6 is two kilometres wide, as is a cell right under the satellite. */
const deepest = 6;

/** Smoothed images have detail between cells. */
const deepestSmooth = 9;

const absences = { no_data: t`The satellite has no value here`, outside: t`Outside the image` };

/** The frames of a product, which need no list of products. */
export function satelliteFrames(id: string, palette: PaletteName, view: View): Promise<Frame[]> {
  const smooth = view.smooth === 'on';
  const subject = { family: 'satellite', id, palette, smooth, window: windowOf(view) } as const;
  return filmFrames({ ...subject, deepest: smooth ? deepestSmooth : deepest }, view);
}

export function satelliteLayer(product: SatelliteProduct): Layer {
  const { id, name, description, units, palettes, cadence_seconds: cadenceSeconds } = product;
  const hasValues = units !== null;
  return {
    id: `satellite/${id}`,
    family: 'satellite',
    group: t`Satellite`,
    name: named(name),
    about: named(description),
    palettes,
    hasValues,
    cadenceSeconds,
    framesPerSecond: 5,
    current: last,
    frames: (view) => satelliteFrames(id, paletteOf({ palettes }, view), hasValues ? view : { ...view, smooth: 'off' }),
    read: async ({ lat, lon }, { stamp }) =>
      present(await dataOf(client.get('/satellite/point', { product: id as SatelliteId, lat, lon, ts: stamp }))),
    legend: legendOf('satellite', id, palettes),
  };
}

function present(point: Schemas['SatellitePoint']): Reading {
  if (!point.rgb) return { text: readingOf(point, absences) };
  const [red, green, blue] = point.rgb;
  return { text: t`Red ${red}, green ${green}, blue ${blue}`, colour: `rgb(${red} ${green} ${blue})` };
}
