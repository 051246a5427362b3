import type { Clock } from '@severe/base';
import type { Draws } from './draw-on-request.ts';
import type { Forecasts } from './forecast/forecasts.ts';
import type { FrameIndex } from './frame-index.ts';
import type { LegendPictures } from './legend/legend-pictures.ts';
import type { Packs } from './packs.ts';
import type { StormMotions } from './nexrad/storm-motion.ts';
import type { Sweeps } from './nexrad/sweeps.ts';
import type { Volumes } from './nexrad/volumes.ts';
import type { Sheets } from './sheets.ts';
import type { ValueFiles } from './value-files.ts';
import type { ValueReads } from './value-reads.ts';

/** What the handlers of the tile server work with. */
export interface TileContext {
  index: FrameIndex;
  packs: Packs;
  values: ValueFiles;
  reads: ValueReads;
  /** HRRR point forecasts. */
  forecasts: Forecasts;
  draws: Draws;
  /** Tiles of values. */
  valueTiles: Draws;
  sheets: Sheets;
  legends: LegendPictures;
  volumes: Volumes;
  sweeps: Sweeps;
  stormMotions: StormMotions;
  clock: Clock;
  /** The address in links, without a slash at its end. */
  publicUrl: () => string;
}
