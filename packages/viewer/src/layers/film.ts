import { AnswerError, queryOf, service, type FilmStrip, type PaletteName } from '../service.ts';
import { momentOf } from '../times.ts';
import type { View } from '../view.ts';
import type { Frame } from './layer.ts';

/** A product whose loop comes as film strips. */
interface Subject {
  family: 'radar' | 'satellite';
  id: string;
  palette: PaletteName;
  window: { minutes: number; interval: number };
  deepest: number;
}

/**
 * Frames of a product: the newest as plain tiles, which are there at once, all older ones cut out of film strips, so that
 * an hour costs one request a tile. What comes in later is the newest then: only its plain tiles are fetched.
 */
export async function filmFrames(subject: Subject, { time }: View): Promise<Frame[]> {
  const { family, id, palette, deepest } = subject;
  const strip = await stripUntil(subject, time);
  const newest = strip.frames.length - 1;
  const path = strip.tiles.replace(/^https?:\/\/[^/]+/, '');
  return strip.frames.map((stamp, i) => ({
    key: `${family}/${id}/${palette}/${stamp}`,
    stamp,
    at: momentOf(stamp),
    tiles:
      i === newest
        ? `/api/v1/${family}/tiles/${id}/{z}/{x}/{y}.png${queryOf({ ts: stamp, palette })}`
        : `${path}#${i % strip.columns},${Math.floor(i / strip.columns)}`,
    tileSize: 256,
    deepest,
  }));
}

/** The strip that holds a time: the newest one, or the one that ends there; the newest too where that is kept no more. */
async function stripUntil({ family, id, palette, window }: Subject, time: string): Promise<FilmStrip> {
  const newest = await service.filmStrip(family, id, { ...window, palette });
  if (time === '' || newest.frames.includes(time)) return newest;
  try {
    return await service.filmStrip(family, id, { ...window, palette, ts: time });
  } catch (error) {
    if (error instanceof AnswerError && error.status === 404) return newest;
    throw error;
  }
}
