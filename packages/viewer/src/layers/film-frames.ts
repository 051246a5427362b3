import { ApiError, type Client } from '@severe/client';
import { onOwnOrigin, stripTiles } from '../film-strip.ts';
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
 *
 * A time that the newest strip does not have is a frame beside it: a longer loop leaves out frames, others at each new one,
 * and the reader stays at the same time.
 */
export async function filmFrames(subject: Subject, { time }: View, from: Client = client): Promise<Frame[]> {
  const { frames: stamps, tiles } = await stripOf(subject, from);
  const path = onOwnOrigin(tiles);
  const newest = stamps.length - 1;
  const frames = stamps.map((stamp, i) =>
    frameOf(subject, stamp, i === newest ? plainTiles(subject, stamp, from) : stripTiles(path, stamp)),
  );
  const wanted = time === '' || stamps.includes(time) ? undefined : await stampAt(subject, time, from);
  if (wanted === undefined || stamps.includes(wanted)) return frames;
  const beside = frameOf(subject, wanted, plainTiles(subject, wanted, from));
  return [...frames, beside].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

function frameOf({ family, id, palette, smooth, deepest }: Subject, stamp: string, tiles: string): Frame {
  return {
    key: `${family}/${id}/${palette}/${smooth ? 'smooth/' : ''}${stamp}`,
    stamp,
    at: momentOf(stamp),
    tiles,
    tileSize: 256,
    deepest,
  };
}

function plainTiles({ family, id, palette, smooth }: Subject, stamp: string, from: Client): string {
  return from.template(`/${family}/tiles/{product}/{z}/{x}/{y}.png`, {
    product: id,
    ts: stamp,
    palette: paletteParam(palette),
    smooth: smoothParam(smooth),
  });
}

/** The time of the frame at a time or shortly before it; undefined if the service has none. */
async function stampAt(subject: Subject, time: string, from: Client): Promise<string | undefined> {
  try {
    return (await stripOf(subject, from, time)).frames.at(-1);
  } catch (error) {
    if (error instanceof ApiError && error.problem.status === 404) return undefined;
    throw error;
  }
}

/** @param ts time of its last frame; default: the newest */
function stripOf(
  { family, id, palette, smooth, window }: Subject,
  from: Client,
  ts?: string,
): Promise<Schemas['Loop']> {
  const form = { palette: paletteParam(palette), smooth: smoothParam(smooth) };
  return dataOf(from.get(`/${family}/loop/{product}.json`, { product: id, ...window, ...form, ts }));
}
