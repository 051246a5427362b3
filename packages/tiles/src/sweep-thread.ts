import { DataError } from '@severe/base';
import { findSweepProduct, rangeFoldedColour, type SweepProduct } from '@severe/catalogue';
import type { Tile } from '@severe/geo';
import { srm, type Moment, type SitePosition, type Sweep } from '@severe/nexrad';
import {
  beamTables,
  paintSweep,
  readPage,
  sampleSweep,
  sphereAt,
  sweepDrawer,
  type Page,
  type SweepReading,
} from '@severe/raster/polar';
import type { StormMotion } from './nexrad/storm-motion.ts';

/** One tile or one value of a sweep. The codes are shared with the thread, not sent. */
export interface SweepJob {
  /** Differs for every sweep, product and motion. */
  key: string;
  site: SitePosition;
  page: Page;
  strip: SharedArrayBuffer;
  product: string;
  motion: StormMotion | undefined;
  wanted: { tile: Tile } | { place: { lat: number; lon: number } };
}

/** A sweep made ready. */
interface Ready {
  product: SweepProduct;
  sweep: Sweep;
  moment: Moment;
  /** Made when a tile is first asked for. */
  draw?: ReturnType<typeof sweepDrawer>;
}

/** The sweeps that were asked for last, some ten megabytes each: all that outlives a job. */
const ready = new Map<string, Ready>();
const mostReady = 6;

/** Draws the tile (undefined when there is nothing to see), or reads the gate above the place. */
export default function work(job: SweepJob): Uint8Array | undefined | SweepReading {
  const view = readyFor(job);
  if ('place' in job.wanted) return inUnits(view, sampleSweep(job.site, view.sweep, view.moment, job.wanted.place));
  view.draw ??= drawerOf(view, job.site);
  return view.draw(job.wanted.tile);
}

function readyFor(job: SweepJob): Ready {
  const view = ready.get(job.key) ?? makeReady(job);
  ready.delete(job.key);
  ready.set(job.key, view); // in the order of last use
  if (ready.size > mostReady) ready.delete(ready.keys().next().value as string);
  return view;
}

function makeReady({ page, strip, product: id, motion }: SweepJob): Ready {
  const product = findSweepProduct(id);
  if (!product) throw new DataError('product-unknown', `${id} is not in the catalogue`);
  const sweep = readPage(page, new Uint8Array(strip));
  const measured = sweep.moments.get(page.moment) as Moment;
  const moment = motion && motion.kt > 0 ? srm(sweep, motion.fromDeg, motion.kt) : measured;
  return { product, sweep, moment };
}

function drawerOf({ product, sweep, moment }: Ready, site: SitePosition): ReturnType<typeof sweepDrawer> {
  const painted = paintSweep(moment, { ...product, rangeFolded: rangeFoldedColour });
  return sweepDrawer(site, painted, beamTables(sweep, moment, sphereAt(site).radius));
}

function inUnits({ product: { factor, threshold } }: Ready, reading: SweepReading): SweepReading {
  if (reading.value === null) return reading;
  const value = reading.value * factor;
  return value < (threshold ?? -Infinity) ? { ...reading, status: 'nothing', value: null } : { ...reading, value };
}
