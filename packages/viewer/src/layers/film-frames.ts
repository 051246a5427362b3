import { ApiError, type Client } from '@severe/client';
import { stripTiles } from '../film-strip.ts';
import { client, dataOf, paletteParam, type PaletteName, type Schemas } from '../service.ts';
import { momentOf } from '../times.ts';
import type { View } from '../view.ts';
import { smoothParam, type Frame } from './layer.ts';

/** A product whose loop is served as film strips. */
interface Subject {
  family: 'radar' | 'satellite';
  id: string;
  palette: PaletteName;
  smooth: boolean;
  window: { minutes: number; interval: number };
  deepest: number;
}

/**
 * Frames of a product. The newest frame uses plain tiles, which are displayed at once; older frames are cut from film
 * strips, so an hour costs one request per tile. For a frame that arrives later only its plain tiles are fetched.
 */
export async function filmFrames(subject: Subject, { time }: View, from: Client = client): Promise<Frame[]> {
  const { family, id, palette, smooth, deepest } = subject;
  const strip = await stripAt(subject, time, from);
  const newest = strip.frames.length - 1;
  const path = strip.tiles.replace(/^https?:\/\/[^/]+/, ''); // on the origin of the page
  return strip.frames.map((stamp, i) => ({
    key: `${family}/${id}/${palette}/${smooth ? 'smooth/' : ''}${stamp}`,
    stamp,
    at: momentOf(stamp),
    tiles:
      i === newest
        ? from.template(`/${family}/tiles/{product}/{z}/{x}/{y}.png`, {
            product: id,
            ts: stamp,
            palette: paletteParam(palette),
            smooth: smoothParam(smooth),
          })
        : stripTiles(path, stamp),
    tileSize: 256,
    deepest,
  }));
}

/** The newest strip if it has a frame of that time, else the strip that ends at it, else (404) the newest. */
async function stripAt(
  { family, id, palette, smooth, window }: Subject,
  time: string,
  from: Client,
): Promise<Schemas['Loop']> {
  const form = { palette: paletteParam(palette), smooth: smoothParam(smooth) };
  const stripOf = (ts?: string) =>
    dataOf(from.get(`/${family}/loop/{product}.json`, { product: id, ...window, ...form, ts }));
  const newest = await stripOf();
  if (time === '' || newest.frames.includes(time)) return newest;
  try {
    return await stripOf(time);
  } catch (error) {
    if (error instanceof ApiError && error.problem.status === 404) return newest;
    throw error;
  }
}
