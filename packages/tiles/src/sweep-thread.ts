import { DataError } from '@severe/base';
import { findSweepProduct, rangeFoldedColour, type SweepProduct } from '@severe/catalogue';
import type { Point, Tile } from '@severe/geo';
import { srm, type Moment, type SitePosition, type Sweep } from '@severe/nexrad';
import {
  beamTables,
  paintSweep,
  readPage,
  sampleSweep,
  smoothSweepDrawer,
  sweepDrawer,
  type Page,
  type SweepReading,
} from '@severe/raster/polar';
import type { StormMotion } from './nexrad/storm-motion.ts';
import { inThread } from './in-thread.ts';

/** A task: one tile or one value of a sweep. The codes are in shared memory. */
export interface SweepJob {
  /** Unique for sweep, product and motion. */
  key: string;
  site: SitePosition;
  page: Page;
  strip: SharedArrayBuffer;
  product: string;
  motion: StormMotion | undefined;
  target: { tile: Tile; smooth: boolean } | { place: Point };
}

/** A decoded sweep. */
interface DecodedSweep {
  product: SweepProduct;
  sweep: Sweep;
  moment: Moment;
  /** Created at the first tile. */
  draw?: Drawer;
}

type Drawer = (tile: Tile) => Uint8Array | undefined;

/** Cache of the most recently used sweeps, about 15 MB each. Nothing else outlives a task. */
const cache = new Map<string, DecodedSweep>();
const capacity = 6;

/** Draws the tile (undefined if it is empty), or reads the gate above the place. */
function work(job: SweepJob): Uint8Array | undefined | SweepReading {
  const { target, site } = job;
  const isSmooth = 'smooth' in target && target.smooth;
  const view = decodedSweepOf(job, isSmooth);
  if ('place' in target) return inUnits(view, sampleSweep(site, view.sweep, view.moment, target.place));
  view.draw ??= drawerOf(view, site, isSmooth);
  return view.draw(target.tile);
}

/** @param isSmooth whether it is for smoothed tiles, whose drawer is another */
function decodedSweepOf(job: SweepJob, isSmooth: boolean): DecodedSweep {
  const key = isSmooth ? `${job.key}/smooth` : job.key;
  const view = cache.get(key) ?? decode(job);
  cache.delete(key);
  cache.set(key, view); // in the order of last use
  if (cache.size > capacity) cache.delete(cache.keys().next().value as string);
  return view;
}

function decode({ page, strip, product: id, motion }: SweepJob): DecodedSweep {
  const product = findSweepProduct(id);
  if (!product) throw new DataError('product-unknown', `${id} is not in the catalogue`);
  const sweep = readPage(page, new Uint8Array(strip));
  const measured = sweep.moments.get(page.moment) as Moment;
  const moment = motion && motion.kt > 0 ? srm(sweep, motion.fromDeg, motion.kt) : measured;
  return { product, sweep, moment };
}

function drawerOf({ product, sweep, moment }: DecodedSweep, site: SitePosition, isSmooth: boolean): Drawer {
  const painted = paintSweep(moment, { ...product, rangeFolded: rangeFoldedColour });
  const beams = beamTables(site, sweep, moment);
  if (isSmooth) return smoothSweepDrawer({ site, sweep, moment, look: product, painted, beams });
  return sweepDrawer(site, painted, beams);
}

function inUnits({ product: { factor, threshold } }: DecodedSweep, reading: SweepReading): SweepReading {
  if (reading.value === null) return reading;
  const value = reading.value * factor;
  return value < (threshold ?? -Infinity) ? { ...reading, status: 'nothing', value: null } : { ...reading, value };
}

export default inThread(work);
