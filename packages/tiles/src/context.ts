import type { Clock } from '@severe/base';
import type { Caller } from './caller.ts';
import type { Subject } from './choose-frame.ts';
import type { TileRenderer } from './tile-renderer.ts';
import type { Forecasts } from './forecast/forecasts.ts';
import type { FrameIndex } from './frame-index.ts';
import type { LegendImages } from './legend/legend-images.ts';
import type { Archives } from './archives.ts';
import type { StormMotions } from './nexrad/storm-motion.ts';
import type { Sweeps } from './nexrad/sweeps.ts';
import type { Volumes } from './nexrad/volumes.ts';
import type { JoinedTiles } from './joined-tiles.ts';
import type { ValueFiles } from './value-files.ts';
import type { ValueReads } from './value-reads.ts';

/** Dependencies of the handlers. */
export interface TileContext {
  index: FrameIndex;
  /** Adds the frames of a product that the index does not have yet. Never fails. */
  lookFor: (subject: Subject) => Promise<void>;
  archives: Archives;
  values: ValueFiles;
  reads: ValueReads;
  /** Point forecasts of models. */
  forecasts: Forecasts;
  renderer: TileRenderer;
  /** Renders tiles of values. */
  valueRenderer: TileRenderer;
  joinedTiles: JoinedTiles;
  legends: LegendImages;
  volumes: Volumes;
  sweeps: Sweeps;
  stormMotions: StormMotions;
  clock: Clock;
  /** The address in links, without a trailing slash. */
  publicUrl: () => string;
  /** Who waits for the response. */
  caller: Caller;
}
