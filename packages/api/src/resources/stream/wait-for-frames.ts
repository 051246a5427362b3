import { setTimeout as sleep } from 'node:timers/promises';
import { frameFamilies } from '@severe/catalogue';
import type { StreamEvent } from '@severe/db';

/** A frame as URLs name it: stamps are `YYYYMMDDHHMM`; `run` is empty for measured data. */
export interface FrameStamps {
  family: string;
  product: string;
  run: string;
  stamp: string;
}

/** Whether the tile server of this process lists a frame; true if the tiles are served by another process. */
export type IsListed = (frame: FrameStamps) => boolean;

const families = new Set<string>(frameFamilies);
const checkMs = 10;
const maxWaitMs = 2000;

/** Waits until the tile server lists the frames that these events report, at most two seconds: it may be removed again. */
export async function waitForFrames(events: readonly StreamEvent[], isListed: IsListed): Promise<void> {
  const frames = events.filter(({ source }) => families.has(source)).map(stampsOf);
  const endsAt = performance.now() + maxWaitMs;
  while (!frames.every(isListed) && performance.now() < endsAt) await sleep(checkMs);
}

function stampsOf({ source, data }: StreamEvent): FrameStamps {
  const { product, site, run, ts, valid } = JSON.parse(data) as Partial<Record<string, string>>;
  return { family: source, product: (product ?? site)!, run: run ? ts! : '', stamp: (valid ?? ts)! };
}
