import { ApiError, type Client } from '@severe/client';
import { client, dataOf, paletteParam, type PaletteName, type Schemas } from '../service.ts';
import { bundledTiles } from '../tile-addresses.ts';
import { momentOf } from '../times.ts';
import type { View } from '../view.ts';
import { smoothParam, type Frame } from './layer.ts';

/** A product with a loop. */
interface Subject {
  family: 'radar' | 'satellite';
  id: string;
  palette: PaletteName;
  smooth: boolean;
  window: { minutes: number; interval: number };
  deepest: number;
}

/**
 * Frames of a product. The newest frame has plain tiles, which are displayed at once; older ones are in bundles of a block of the
 * clock, which never change. For a frame that arrives later only its plain tiles are fetched.
 *
 * A time that the loop does not have is a frame beside it: a longer loop leaves out frames, and the reader stays at the same
 * time.
 */
export async function filmFrames(subject: Subject, { time }: View, from: Client = client): Promise<Frame[]> {
  const { latest, blocks } = await loopOf(subject, from);
  if (latest === null) return [];
  const newest = momentOf(latest).getTime();
  const earliest = newest - subject.window.minutes * 60_000;
  const older = blocks.flatMap(({ frames, tiles }) =>
    frames
      .filter((stamp) => stamp !== latest && momentOf(stamp).getTime() >= earliest)
      .map((stamp) => frameOf(subject, stamp, bundledTiles(tiles, stamp))),
  );
  const frames = [...older, frameOf(subject, latest, plainTiles(subject, latest, from))];
  const isThere = (stamp: string): boolean => frames.some((frame) => frame.stamp === stamp);
  const wanted = time === '' || isThere(time) ? undefined : await stampAt(subject, time, from);
  if (wanted === undefined || isThere(wanted)) return frames;
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
    return (await loopOf(subject, from, time)).latest ?? undefined;
  } catch (error) {
    if (error instanceof ApiError && error.problem.status === 404) return undefined;
    throw error;
  }
}

/** @param ts time of its last frame; default: the newest */
function loopOf({ family, id, palette, smooth, window }: Subject, from: Client, ts?: string): Promise<Schemas['Loop']> {
  const form = { palette: paletteParam(palette), smooth: smoothParam(smooth) };
  return dataOf(from.get(`/${family}/loop/{product}.json`, { product: id, ...window, ...form, ts }));
}
