import type { FrameName } from '@severe/catalogue';
import type { DrawnFrame } from '@severe/raster';

/** The frame to make, its raw file, and the build identifier in the names of this attempt's objects. */
export interface RenderJob extends FrameName, Leniency {
  rawKey: string;
  /** The raw file, if it is in memory. */
  raw?: Uint8Array;
  build: string;
  /** Whether values of models are in small blocks, which processes up to 0.3 cannot read. */
  smallBlocks?: boolean | undefined;
}

/** What an operator may ask for a file: that it becomes a frame although it is of something else. */
export interface Leniency {
  /** The file may hold other records than those of its product. */
  anyRecords?: boolean;
  /** The file may have other times than its frame. */
  anyTimes?: boolean;
}

/** A task as a thread receives it, with the cell of its clock. */
export interface ThreadTask<Task> {
  task: Task;
  cell: SharedArrayBuffer;
}

/** The contents of both objects. A frame without `drawn` has no tiles: they are drawn from its values on request. */
export interface FrameContents {
  values: Uint8Array;
  drawn?: DrawnFrame;
}
