import { minuteMs } from '@severe/async';
import type { ListedFrame } from './frame-index.ts';

/** Lengths of blocks in minutes: each begins at fixed times of the clock. */
const lengths = [20, 30, 60, 120, 180];
/** Frames that a block has room for. */
const roomFor = 10;

/**
 * The frames of a time range in blocks that begin at fixed times of the clock, and so are the same for everybody and at all
 * times: only the newest block grows. The first one may begin before the range.
 *
 * @param frames   oldest first; the range ends at the last one
 * @param minutes  length of the range
 * @param interval shortest time between two frames of a block, in minutes
 */
export function blocksOf(frames: readonly ListedFrame[], minutes: number, interval: number): ListedFrame[][] {
  const newest = frames.at(-1);
  if (!newest) return [];
  const length = lengths.find((each) => each >= roomFor * interval) ?? lengths.at(-1)!;
  const blockOf = (frame: ListedFrame): number => Math.floor(minuteOf(frame) / length);
  const first = Math.floor((minuteOf(newest) - minutes) / length);
  const blocks: ListedFrame[][] = [];
  for (const frame of frames) {
    if (blockOf(frame) < first) continue;
    const block = blocks.at(-1);
    const before = block?.at(-1);
    if (!block || !before || blockOf(before) !== blockOf(frame)) blocks.push([frame]);
    else if (minuteOf(frame) - minuteOf(before) >= interval) block.push(frame); // however many follow it
  }
  return blocks;
}

/** Whole minutes, as in stamps: frames of 22:16:40 and 22:18:36 are two minutes apart. */
export function minuteOf({ validAt }: Pick<ListedFrame, 'validAt'>): number {
  return Math.floor(validAt.getTime() / minuteMs);
}
